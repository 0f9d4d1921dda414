import Economics
import Ledger
import Policy
import Testing

@Suite(.timeLimit(.minutes(2))) struct DecisionTests {
    @Test(arguments: StoreKind.allCases)
    func givesEveryFieldBack(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for decision in [Samples.decision("full", key: "k"), Samples.bareDecision("bare")] {
                try await store.record(decision)
                #expect(try await store.decision(id: decision.id) == decision)
            }
            #expect(try await store.decision(id: "other") == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func refusesASecondRowAndAUsedKey(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.record(Samples.decision("a", key: "k"))
            await #expect(throws: LedgerError(.duplicate, "decision `a` is in the ledger already")) {
                try await store.record(Samples.decision("a"))
            }
            await #expect(throws: LedgerError(.duplicate, "the idempotency key belongs to another decision")) {
                try await store.record(Samples.decision("b", key: "k"))
            }
            // Nothing of the refused ones stays.
            #expect(try await store.decision(id: "b") == nil)
            #expect(try await store.allRollups().decisions.map(\.count) == [1])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func findsTheDecisionOfAKeyWithinItsScope(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.record(Samples.decision("a", key: "k"))
            #expect(try await store.decision(scope: "key-1", idempotencyKey: "k")?.id == "a")
            #expect(try await store.decision(scope: "key-2", idempotencyKey: "k") == nil)
            #expect(try await store.decision(scope: "key-1", idempotencyKey: "other") == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func keyIsFreeAgainAfterEightDays(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let eightDays: Int64 = 8 * 86_400
            try await store.record(Samples.decision("a", key: "k"))
            await #expect(throws: LedgerError(.duplicate, "the idempotency key belongs to another decision")) {
                let at = Samples.noon.advanced(bySeconds: eightDays - 1)
                try await store.record(Samples.decision("b", at: at, key: "k"))
            }
            try await store.record(Samples.decision("c", at: Samples.noon.advanced(bySeconds: eightDays), key: "k"))
            #expect(try await store.decision(scope: "key-1", idempotencyKey: "k")?.id == "c")
            #expect(try await store.decision(id: "a") != nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func removesExpiredKeysAFewWithEachNewOne(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for number in 0..<6 {
                let at = Samples.noon.advanced(bySeconds: Int64(number))
                try await store.record(Samples.decision("old\(number)", at: at, key: "old\(number)"))
            }
            var left: [Int] = []
            for number in 0..<4 {
                let at = Samples.noon.advanced(bySeconds: 9 * 86_400 + Int64(number))
                try await store.record(Samples.decision("new\(number)", at: at, key: "new\(number)"))
                var count = 0
                for old in 0..<6 where try await store.decision(scope: "key-1", idempotencyKey: "old\(old)") != nil {
                    count += 1
                }
                left.append(count)
            }
            #expect(left == [4, 2, 0, 0])
            for number in 0..<4 {
                #expect(try await store.decision(scope: "key-1", idempotencyKey: "new\(number)") != nil)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func listsTheLatestFirst(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for number in 0..<5 { try await store.record(Samples.decision("d\(number)")) }
            #expect(try await store.recentDecisions(limit: 3).map(\.id) == ["d4", "d3", "d2"])
            #expect(try await store.recentDecisions(limit: 9).count == 5)
            // A list of many never reads what was answered; one decision has it.
            #expect(try await store.recentDecisions(limit: 9).allSatisfy { $0.answer.isEmpty })
            #expect(try await store.decision(id: "d4")?.answer == Samples.decision("d4").answer)
            #expect(!Samples.decision("d4").answer.isEmpty)
            #expect(try await store.recentDecisions(limit: 0).isEmpty)
            #expect(try await store.recentDecisions(limit: -1).isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func refusesWhatCouldNotBeCounted(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            await #expect(throws: LedgerError(.invariant, "decision `a` has no reason")) {
                try await store.record(Samples.decision("a", reasons: []))
            }
            await #expect(throws: LedgerError(.invariant, "decision `a` costs -1 nano-USD")) {
                try await store.record(Samples.decision("a", cost: -1))
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func countsTenThousandAtOnceExactly(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await concurrently(64) { worker in
                for number in 0..<(10_000 / 64 + (worker < 10_000 % 64 ? 1 : 0)) {
                    let id = "\(worker)-\(number)"
                    _ = try await store.reserve(Samples.hold(id, amount: 2))
                    try await store.settle(Samples.settlement(id, cost: 1))
                    try await store.record(Samples.decision(id, cost: 1, key: id))
                }
            }
            let rollups = try await store.allRollups()
            #expect(rollups.decisions.map(\.count) == [10_000])
            #expect(rollups.costs.map(\.attempts) == [10_000])
            #expect(try await store.day().settled == Money(nanoUSD: 10_000))
            #expect(try await store.day().held == .zero)
            #expect(try await store.verification().ties)
        }
    }
}
