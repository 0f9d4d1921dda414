import Documents
import Economics
import Gemini
import Platform
import Synchronization

extension Gateway {
    /// Passes a stream on, frame by frame as it comes. At its end the cost is settled and the row written, whether or not
    /// anybody still reads; then the answer ends. One that broke off ends in an error and without its last chunk.
    func streamed(
        _ stream: ForwardedStream,
        _ draft: DecisionDraft,
        _ call: CloudClassifier.DoorCall,
        since start: ContinuousClock.Instant,
        settle: @escaping @Sendable (GeminiAttempt) async -> Money
    ) -> HTTPResponse {
        let (body, passed) = AsyncStream.makeStream(of: [UInt8].self)
        let flow = HTTPStreamFlow()
        let isBrokenOff = Locked(false)
        // A slow reader makes the API wait, but keeps no account open past the deadline.
        let timer = Task {
            if (try? await Task.sleep(until: call.deadline, clock: .continuous)) != nil { flow.lift() }
        }
        doorStreams.begin()
        telemetry.requestsInFlight.add(1, ordering: .relaxed)
        Task {
            let (attempt, isBroken) = await stream.read { frame in
                await flow.admission()
                passed.yield(frame)
            }
            timer.cancel()
            var draft = draft
            draft.take(attempt, cost: await settle(attempt), of: call)
            telemetry.cloudTook(ContinuousClock.now - start, model: call.target.model, of: draft)
            _ = await recorded(draft)
            if isBroken {
                passed.yield(Self.end(of: attempt, isEvents: stream.isEvents))
                isBrokenOff.withLock { $0 = true }
            }
            passed.finish()
            telemetry.requestsInFlight.subtract(1, ordering: .relaxed)
            doorStreams.end()
        }
        var begun = draft
        (begun.outcome, begun.source) = (.sent, .cloud)
        let type = stream.headers.first { $0.name == "content-type" }?.value
        var response = HTTPResponse(
            status: 200,
            headers: [("Content-Type", type ?? "application/json")] + begun.doorHeaders,
            body: .stream(body)
        )
        response.flow = flow
        response.isBrokenOff = { isBrokenOff.withLock { $0 } }
        return response
    }

    /// What ends a stream that broke off, as the API has it: an error that is no event, or the last element.
    private static func end(of attempt: GeminiAttempt, isEvents: Bool) -> [UInt8] {
        let isLate = attempt.outcome == .deadline
        let problem = Problem(
            isLate ? .upstreamTimeout : .upstreamFailed,
            isLate ? "the model did not end its answer in time" : "the model's answer broke off"
        )
        let error = problem.googleStatus.encoded(pretty: true) + [0x0A]
        return isEvents ? error : Array(",\r\n".utf8) + error + Array("]".utf8)
    }
}
