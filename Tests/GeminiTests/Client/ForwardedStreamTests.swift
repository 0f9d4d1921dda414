import Economics
import Platform
import Testing

@testable import Gemini

/// Streams of others through us: what is passed on, and what they are billed. No network.
@Suite struct ForwardedStreamTests {
    private static let secret = "AQ.Ab8-secret_0123456789"
    private static let first =
        #"{"candidates":[{"content":{"parts":[{"text":"a"}]}}],"#
        + #""usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":1,"totalTokenCount":10}}"#
    private static let last =
        #"{"candidates":[{"content":{"parts":[{"text":"b"}]},"finishReason":"STOP"}],"modelVersion":"m-1","#
        + #""usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":3,"totalTokenCount":12}}"#
    private static let error = #"{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}"#
    private static let usage = TokenUsage(prompt: 9, candidates: 3, total: 12)

    private func answer(
        _ pieces: [String],
        type: String,
        status: Int = 200,
        failure: HTTPClient.Failure? = nil
    ) async -> GeminiClient.Streamed {
        let client = GeminiClient(
            baseURL: "http://api.example",
            key: Self.secret,
            streaming: { _, _ in
                let (body, feed) = AsyncThrowingStream.makeStream(of: [UInt8].self, throwing: (any Error).self)
                for piece in pieces { feed.yield(Array(piece.utf8)) }
                feed.finish(throwing: failure)
                return .success(HTTPClient.Stream(status: status, headers: [("content-type", type)], body: body))
            },
            exchange: { _, _ in .failure(HTTPClient.Failure(kind: .other, dispatched: false, message: "no stream")) }
        )
        let call = GeminiClient.Forwarding(
            method: "POST",
            path: "v1/models/a:streamGenerateContent",
            query: [(name: "alt", value: "sse")],
            body: [],
            attemptID: "d/1"
        )
        return await client.forwardStream(call, contract: Samples.contract, deadline: .now + .seconds(60))
    }

    private struct Read {
        var passed: [String]
        var attempt: GeminiAttempt
        var isBroken: Bool
    }

    private func read(
        _ pieces: [String],
        isList: Bool = false,
        failure: HTTPClient.Failure? = nil
    ) async throws -> Read {
        let type = isList ? "application/json; charset=UTF-8" : "text/event-stream"
        guard case .frames(let stream) = await answer(pieces, type: type, failure: failure) else {
            throw HTTPClient.Failure(kind: .other, dispatched: true, message: "no frames")
        }
        #expect(stream.isEvents == !isList)
        let passed = Locked<[String]>([])
        let (attempt, isBroken) = await stream.read { frame in
            passed.withLock { $0.append(String(decoding: frame, as: UTF8.self)) }
        }
        return Read(passed: passed.withLock { $0 }, attempt: attempt, isBroken: isBroken)
    }

    /// What goes out is what came in, and the bill is the last one.
    @Test(
        arguments: [
            ("data: \(first)\r\n\r\ndata: \(last)\r\n\r\n", false, 2),
            (": hi\nid: 1\ndata: \(first)\n\ndata: \(last)\n\n", false, 2),
            ("data: \(first)\n\ndata: \(last)\n", false, 2),
            ("[\(first)\n,\r\n\(last)\n]", true, 3), ("[\(first),\(last)]\n", true, 3),
        ]
    )
    func billsTheLastUsageOfAWholeStream(text: String, isList: Bool, frames: Int) async throws {
        for size in [1, 7, 100, 10_000] {
            let bytes = Array(text.utf8)
            let pieces = stride(from: 0, to: bytes.count, by: size).map {
                String(decoding: bytes[$0..<min($0 + size, bytes.count)], as: UTF8.self)
            }
            let read = try await read(pieces, isList: isList)
            #expect(read.passed.joined() == text, "in pieces of \(size)")
            #expect(read.passed.count == frames)
            #expect(read.attempt.outcome == .ok(.null))
            #expect(read.attempt.usage == Self.usage)
            #expect(read.attempt.modelVersion == "m-1")
            #expect(!read.attempt.billingUncertain && !read.isBroken)
        }
    }

    @Test func neverPassesTheKeyOn() async throws {
        let read = try await read(["data: AQ.Ab8-secret_", "0123456789\n\ndata: \(Self.last)\n\n"])
        #expect(read.passed.first == "data: \(String(repeating: "*", count: Self.secret.count))\n\n")
    }

    /// The API's own error is an end; whatever was counted before it says nothing of what was used.
    @Test(
        arguments: [
            ("data: \(first)\r\n\r\n\(error)\n", false), ("data: \(first)\n\n\(error)\n\n", false),
            ("data: \(first)\n\ndata: \(error)\n\n", false), ("[\(first),\r\n\(error)\n]", true),
        ]
    )
    func passesAnErrorInTheMiddleOnAndKnowsNoBill(text: String, isList: Bool) async throws {
        let read = try await read([text], isList: isList)
        #expect(read.passed.joined() == text)
        #expect(read.attempt.usage == nil)
        #expect(read.attempt.billingUncertain && !read.isBroken)
    }

    /// A frame without its end goes nowhere: what follows would read as a part of it.
    @Test(
        arguments: [nil, HTTPClient.Failure.Kind.cut, .deadline, .tooLarge],
        [
            ("data: \(first)\n\n", "data: {\"cand", false), ("[\(first)", "\n,\r\n{\"cand", true),
            ("[\(first)", "", true),
        ]
    )
    func knowsNoBillOfAStreamThatStops(
        kind: HTTPClient.Failure.Kind?,
        stream: (frame: String, half: String, isList: Bool)
    ) async throws {
        let failure = kind.map { HTTPClient.Failure(kind: $0, dispatched: true, message: "gone") }
        let read = try await read([stream.frame + stream.half], isList: stream.isList, failure: failure)
        #expect(read.passed == [stream.frame])
        #expect(read.attempt.usage == nil)
        #expect(read.attempt.billingUncertain && read.isBroken)
        #expect((read.attempt.outcome == .deadline) == (kind == .deadline))
        #expect((read.attempt.outcome == .ok(.null)) == (kind == nil))
    }

    /// What has no frame is answered as it is: errors above all.
    @Test(
        arguments: [
            (error, "application/json", 503), ("<html>", "text/html", 502), (error, "text/event-stream", 200),
            ("", "text/event-stream", 200), ("[]", "application/json", 200), (last, "application/json", 200),
        ]
    )
    func answersWhatIsNoStreamWhole(body: String, type: String, status: Int) async throws {
        let pieces = [String(body.prefix(5)), String(body.dropFirst(5))]
        guard case .whole(let forwarded) = await answer(pieces, type: type, status: status) else {
            Issue.record("a stream")
            return
        }
        let response = try #require(forwarded.response)
        #expect(response.status == status)
        #expect(response.body == Array(body.utf8))
        #expect(forwarded.attempt.usage == (body == Self.last ? Self.usage : nil))
        #expect(forwarded.attempt.billingUncertain == (status == 200 && body != Self.last))
    }

    @Test(arguments: [200, 503]) func answersNothingWhereNothingCame(status: Int) async {
        let failure = HTTPClient.Failure(kind: .cut, dispatched: true, message: "gone")
        let answer = await answer(["data: {"], type: "text/event-stream", status: status, failure: failure)
        guard case .whole(let forwarded) = answer else {
            Issue.record("a stream")
            return
        }
        #expect(forwarded.response == nil)
        #expect(forwarded.attempt.outcome == .transport("gone"))
        #expect(forwarded.attempt.billingUncertain)
    }
}
