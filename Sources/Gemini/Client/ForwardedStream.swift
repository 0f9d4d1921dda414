import Platform

/// A streamed answer on its way: passed on frame by frame, billed at its end.
package struct ForwardedStream: Sendable {
    private let client: GeminiClient
    private let stream: HTTPClient.Stream
    private let first: [[UInt8]]
    private let frames: StreamFrames
    private let start: ContinuousClock.Instant

    init(
        _ client: GeminiClient,
        _ stream: HTTPClient.Stream,
        first: [[UInt8]],
        _ frames: StreamFrames,
        since start: ContinuousClock.Instant
    ) {
        self.client = client
        self.stream = stream
        self.first = first
        self.frames = frames
        self.start = start
    }

    /// Of the answer's head.
    package var headers: [(name: String, value: String)] { stream.headers }

    /// Whether it comes as events; else as one array.
    package var isEvents: Bool { frames.form == .events }

    /// Reads to the end. What the answer came to, and whether its end is missing: then nobody knows what was used. Once.
    ///
    /// - Parameter pass: Gets every frame as it came but for our key, and what stands after the last. Of what broke off in the
    ///   middle of one, nothing.
    package func read(passing pass: ([UInt8]) async -> Void) async -> (attempt: GeminiAttempt, isBroken: Bool) {
        var (frames, bill) = (frames, ForwardedBill())
        for frame in first {
            bill.take(frame, of: frames.form)
            await pass(client.key.blotted(frame))
        }
        do {
            for try await piece in stream.body {
                for frame in frames.take(piece) {
                    bill.take(frame, of: frames.form)
                    await pass(client.key.blotted(frame))
                }
            }
        } catch {
            let outcome = client.outcome(of: GeminiClient.failure(error))
            return (client.failed(outcome, uncertain: true, since: start), true)
        }
        let isWhole = bill.end(frames)
        if isWhole, !frames.rest.isEmpty { await pass(client.key.blotted(frames.rest)) }
        return (client.attempt(bill, headers: stream.headers, since: start), !isWhole)
    }
}
