import Platform
package import Policy

extension GeminiClient {
    /// What a call that asks for a stream is answered with.
    package enum Streamed: Sendable {
        /// It is over already: an error, or an answer of one piece without a form.
        case whole(Forwarded)
        case frames(ForwardedStream)
    }

    /// How long the API may be silent: models think before their first word, and less between two.
    package static let silence: (first: Duration, between: Duration) = (.seconds(90), .seconds(60))

    /// As `forward`, but returns with the first frame: an event, or an element of an array. Whoever gets the stream reads it to
    /// its end.
    ///
    /// - Parameter silence: How long nothing may come before the first byte, and between two.
    package func forwardStream(
        _ call: Forwarding,
        contract: Contract,
        deadline: ContinuousClock.Instant,
        silence: (first: Duration, between: Duration) = GeminiClient.silence
    ) async -> Streamed {
        let start = ContinuousClock.now
        var request: HTTPClient.Request
        switch self.request(for: call) {
        case .failure(let unsent): return .whole(forwarded(unsent, since: start))
        case .success(let made): request = made
        }
        request.silence = silence
        func whole(_ result: Result<HTTPClient.Response, HTTPClient.Failure>) -> Streamed {
            .whole(forwarded(result, contract: contract, since: start))
        }
        switch await stream(of: request, deadline: deadline) {
        case .failure(let failure): return whole(.failure(failure))
        case .success(let stream):
            guard (200...299).contains(stream.status) else { return whole(await self.whole(stream)) }
            var frames = StreamFrames(Self.form(stream.headers))
            do {
                for try await piece in stream.body {
                    let first = frames.take(piece)
                    guard first.isEmpty else {
                        return .frames(ForwardedStream(self, stream, first: first, frames, since: start))
                    }
                }
            } catch {
                return whole(.failure(Self.failure(error)))
            }
            return whole(await self.whole(stream, from: frames.rest))
        }
    }

    private static func form(_ headers: [(name: String, value: String)]) -> StreamFrames.Form {
        let isEvents = headers.contains {
            $0.name == "content-type" && $0.value.lowercased().hasPrefix("text/event-stream")
        }
        return isEvents ? .events : .list
    }
}
