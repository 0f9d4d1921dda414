import Economics
import Ledger
import Policy
import Testing

@Suite(.timeLimit(.minutes(2))) struct RollupTests {
    /// Emulated money is in the settled, and told apart.
    @Test(arguments: StoreKind.allCases)
    func tellsWhatTheEmulatorAnswered(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for (id, cost) in [("a", 60), ("b", 7)] as [(String, Int64)] {
                _ = try await store.reserve(Samples.hold(id))
                try await store.settle(Samples.settlement(id, cost: cost, emulated: id == "a"))
                try await store.record(Samples.decision(id, cost: cost))
            }
            let found = try await store.verification()
            #expect(found.settled == Money(nanoUSD: 67) && found.emulated == Money(nanoUSD: 60))
            #expect(
                found.report == [
                    "2 decisions, 2 attempts; settled 67 nano-USD, held 0 nano-USD",
                    "EMULATED: 60 nano-USD of the settled", "everything ties",
                ]
            )
        }
    }

    @Test(arguments: StoreKind.allCases)
    func addsDecisionsThatAreAlike(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.record(Samples.decision("a", latencyMicros: 10))
            try await store.record(Samples.decision("b", reasons: [.gatePassed], latencyMicros: 5))
            try await store.record(Samples.bareDecision("c"))
            let rollups = try await store.allRollups().decisions
            #expect(
                Set(rollups) == [
                    DecisionRollup(
                        profile: "android",
                        hour: Samples.hour,
                        revision: 3,
                        route: .classify,
                        verdict: .send,
                        outcome: .sent,
                        reason: .gatePassed,
                        judged: true,
                        audit: true,
                        emulated: true,
                        model: "gemini-3.5-flash-lite-001",
                        count: 2,
                        latencyMicros: 15,
                        gateMicros: 18_000,
                        gated: 2
                    ),
                    DecisionRollup(
                        profile: "ios",
                        hour: Samples.hour,
                        revision: 1,
                        route: .gate,
                        verdict: nil,
                        outcome: nil,
                        reason: .overloaded,
                        judged: false,
                        audit: false,
                        emulated: false,
                        count: 1,
                        latencyMicros: 0,
                        gateMicros: 0,
                        gated: 0
                    ),
                ]
            )
        }
    }

    /// What was answered and what never came to a comparison counts for none.
    @Test(arguments: StoreKind.allCases)
    func countsComparisonsWithDonors(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for (id, agrees) in [("a", true), ("b", false), ("c", false), ("d", nil)] {
                let donor = Donor(decisionID: "x", distance: 3, agrees: agrees)
                try await store.record(Samples.decision(id, donor: donor))
            }
            try await store.record(Samples.decision("e", donor: Donor(decisionID: "x", distance: nil)))
            try await store.record(Samples.decision("f", donor: nil))
            for isDetailed in [true, false] {
                let query = SnapshotQuery(
                    from: Samples.hour,
                    to: Samples.hour.advanced(bySeconds: 1),
                    isDetailed: isDetailed
                )
                let rollups = try await store.snapshot(query).rollups.decisions
                #expect(rollups.map(\.count) == [6])
                #expect(rollups.map(\.compared) == [3])
                #expect(rollups.map(\.disagreed) == [2])
            }
            #expect(try await store.decision(id: "b")?.donor == Donor(decisionID: "x", distance: 3, agrees: false))
            #expect(try await store.decision(id: "e")?.donor == Donor(decisionID: "x", distance: nil))
            #expect(try await store.decision(id: "f")?.donor == nil)
            #expect(try await store.verification().differences == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func addsSettledAttemptsThatAreAlike(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for id in ["a", "b", "c"] { _ = try await store.reserve(Samples.hold(id)) }
            try await store.settle(Samples.settlement("a", cost: 60, latencyMicros: 7))
            try await store.settle(Samples.settlement("b", cost: 50, latencyMicros: 8))
            let expected = CostRollup(
                profile: "android",
                hour: Samples.hour,
                model: "gemini-3.5-flash-lite-001",
                tier: "standard",
                priceID: "gemini-3.5-flash-lite/standard/2026-07-21",
                result: "ok",
                emulated: false,
                attempts: 2,
                cost: Money(nanoUSD: 110),
                uncertain: .zero,
                usage: TokenUsage(
                    prompt: 2_400,
                    cached: 200,
                    candidates: 180,
                    thoughts: 6,
                    toolUse: 2,
                    total: 2_588,
                    image: 560
                ),
                latencyMicros: 15
            )
            #expect(try await store.allRollups().costs == [expected])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func readsHoursFromTheFirstUpToTheLast(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let hours = (0..<4).map { Timestamp.seconds(Int64($0) * 3_600) }
            for (number, hour) in hours.enumerated() {
                try await store.record(Samples.decision("d\(number)", hour: hour))
                _ = try await store.reserve(Samples.hold("d\(number)", hour: hour))
                try await store.settle(Samples.settlement("d\(number)"))
            }
            let rollups = try await store.rollups(from: hours[1], to: hours[3])
            #expect(rollups.decisions.map(\.hour) == [hours[1], hours[2]])
            #expect(rollups.costs.map(\.hour) == [hours[1], hours[2]])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func neverWrapsASum(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.record(Samples.decision("a", latencyMicros: .max))
            // One store refuses the row, the other the sum over rows: neither answers with a wrapped number.
            let error = await #expect(throws: LedgerError.self) {
                try await store.record(Samples.decision("b", latencyMicros: 1))
                _ = try await store.allRollups()
            }
            #expect(error?.code == .invariant)
        }
    }
}
