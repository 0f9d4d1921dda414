import Documents
import Economics
import Gemini
import Ledger
import Platform
import Policy
import TestSupport
import Testing

@testable import Server

/// A bad day of the API, the same at every run. `FaultStormTests` goes over sockets, `gemini-bench storm` times 2,000.
struct StormTests {
    private let api = StormyAPI(seed: 20_261_130)
    private let store = MemoryStore()
    private let clock = ManualClock()

    private func gateway() -> Gateway {
        Gateway(
            store: store,
            client: api.client,
            pool: CPUPool(threads: 2, queueLimit: 1_024),
            clock: clock.wallClock,
            ids: DecisionIDs(clock: clock.wallClock),
            log: .silent,
            telemetry: Telemetry(),
            origin: "test",
            switchboard: Switchboard(pacific: .utc),
            jitter: { 1 }
        )
    }

    private func snapshot() async throws -> PolicySnapshot {
        let desk = PolicyDesk(store: store, clock: clock.wallClock)
        let proposal = PolicyDesk.Proposal(
            documents: try PolicyDocuments.documents(),
            by: "t",
            from: "t",
            reason: "t",
            base: 0
        )
        _ = try await desk.apply(proposal)
        let (revision, set) = try #require(try await desk.current())
        let holder = try PolicyHolder(revision: revision.number, appliedAt: revision.at, set: set)
        return try #require(holder.snapshot(of: "ios"))
    }

    private struct Answered: Sendable {
        let decision: String
        let outcome: String?
        let due: ContinuousClock.Instant
    }

    private func answered(_ count: Int) async throws -> [Answered] {
        let gateway = gateway()
        let snapshot = try await snapshot()
        let clock = clock
        return try await withThrowingTaskGroup(of: Answered.self) { group in
            for number in 0..<count {
                group.addTask {
                    let upload = Upload(
                        snapshot: snapshot,
                        client: "storm",
                        body: try Pictures.sharp(seed: 12_000 + UInt64(number), width: 96, height: 64),
                        idempotencyKey: nil,
                        bodyComplete: .now,
                        receivedAt: clock.wallClock.now(),
                        clientDeadline: nil
                    )
                    let answer = await gateway.answer(to: upload)
                    let root = DocumentReader.read(answer.body, file: "answer", dialect: .json).root
                    return Answered(
                        decision: try #require(root?["decisionId"]?.string),
                        outcome: root?["outcome"]?.string,
                        due: upload.cloudDeadline
                    )
                }
            }
            var all: [Answered] = []
            for try await one in group { all.append(one) }
            return all
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func leavesNoCallerLateAndNoNanoDollarAstray() async throws {
        let uploads = 200
        let answers = try await answered(uploads)
        let calls = api.calls
        var counts: [StormyAPI.Weather: Int] = [:]
        for call in calls.values { counts[call.weather, default: 0] += 1 }
        for weather in [StormyAPI.Weather.hung, .overloaded, .malformed, .fine] {
            #expect(counts[weather, default: 0] > 3, "\(weather)")
        }

        var booked = Money.zero
        var uncertain = Money.zero
        var attempts = 0
        for answer in answers {
            let story = try await store.attempts(decisionID: answer.decision)
            attempts += story.count
            #expect((1...4).contains(story.count))
            let ends = try story.map { attempt in
                let call = try #require(calls["\(answer.decision)/\(attempt.hold.attempt)"])
                // Late is who waits for an attempt that may outlast the deadline: each ends in time to be booked.
                #expect(call.deadline == answer.due - CloudClassifier.bookingTime)
                #expect(call.begun < call.deadline)
                let settlement = try #require(attempt.settlement)
                if settlement.uncertain {
                    #expect(call.weather == .hung && settlement.cost == attempt.hold.amount)
                    uncertain = try uncertain.adding(settlement.cost)
                } else {
                    #expect(call.weather != .hung && settlement.cost == call.charged)
                    booked = try booked.adding(settlement.cost)
                }
                return call.weather
            }
            // A hung call has used the deadline up: nothing follows it. Nor does anything follow an answer.
            #expect(!ends.dropLast().contains(.hung) && !ends.dropLast().contains(.fine))
            // Malformed answers are paid for: asked for again once.
            #expect(ends.count { $0 == .malformed } <= 2)
            #expect(answer.outcome == (ends.last == .fine ? "sent" : "local"))
        }
        #expect(attempts == calls.count)

        let charged = try calls.values.reduce(Money.zero) { try $0.adding($1.charged) }
        #expect(booked == charged)
        let totals = try await store.totals(WindowName(profile: "ios", kind: .month, id: "2026-11"))
        #expect(totals.uncertain == uncertain && totals.held == .zero)
        #expect(try booked.adding(uncertain) == totals.settled)
        let verification = try await store.verification()
        #expect(verification.differences == [])
        #expect(verification.decisions == uploads && verification.attempts == attempts)
    }
}
