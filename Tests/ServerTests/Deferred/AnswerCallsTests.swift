import Economics
import Ledger
import Platform
import TestSupport
import Testing

@testable import Server

/// Calls to whoever waits for an answer.
struct AnswerCallsTests {
    private static func record(_ id: String) throws -> DecisionRecord {
        let hold = HoldRequest(
            decisionID: id,
            attempt: 1,
            profile: "ios",
            revision: 1,
            model: "m",
            tier: HoldRequest.batchTier,
            priceID: "m/batch",
            amount: Money(nanoUSD: 1),
            windows: [],
            at: .seconds(0),
            hour: .seconds(0),
            owner: "",
            expiresAt: nil
        )
        let attempt = AttemptRecord(hold: hold, settlement: hold.unsentBill(at: .seconds(0)))
        var record = try #require(try DecisionRecord.interrupted([attempt]))
        record.answer = Array("{}".utf8)
        return record
    }

    /// More than it has connections: those in flight, and those that wait for one, end when the server stops.
    @Test(.timeLimit(.minutes(2)))
    func endsRequestsInFlightWhenItStops() async throws {
        let calls = Locked(0)
        let hanging = Task { try? await Task.sleep(for: .seconds(86_400)) }  // Until it is cancelled.
        let receiver = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: 0), threads: 1)) { _ in
            calls.withLock { $0 += 1 }
            _ = await hanging.value
            return HTTPResponse(status: 204)
        }
        let answerCalls = AnswerCalls(
            http: HTTPClient(maxConnections: 4),
            signature: { _ in "" },
            log: .silent,
            patience: .seconds(86_400)
        )
        for number in 0..<20 {
            answerCalls.post(try Self.record("\(number)"), to: "http://127.0.0.1:\(receiver.port)/")
        }
        try await eventually { calls.withLock { $0 == 4 } }
        await answerCalls.stop()
        answerCalls.post(try Self.record("late"), to: "http://127.0.0.1:\(receiver.port)/")
        await answerCalls.stop()
        #expect(calls.withLock { $0 } == 4)
        hanging.cancel()
        await receiver.stop(grace: .seconds(5))
    }
}
