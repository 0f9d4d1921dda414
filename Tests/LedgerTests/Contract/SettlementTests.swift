import Economics
import Ledger
import Testing

@Suite(.timeLimit(.minutes(2))) struct SettlementTests {
    @Test(arguments: StoreKind.allCases)
    func releasesTheHoldAndBooksTheExactCost(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.reserve(Samples.hold("a", amount: 100))
            _ = try await store.reserve(Samples.hold("b", amount: 30))
            try await store.settle(Samples.settlement("a", cost: 61))
            let expected = WindowTotals(settled: Money(nanoUSD: 61), held: Money(nanoUSD: 30), uncertain: .zero)
            #expect(try await store.day() == expected)
            #expect(try await store.month() == expected)
            #expect(expected.enforced == Money(nanoUSD: 91))
            let attempts = try await store.attempts(decisionID: "a")
            #expect(attempts.map(\.settlement) == [Samples.settlement("a", cost: 61)])
            #expect(attempts.map(\.isAboveHold) == [false])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func booksACostAboveTheHoldInFullAndFlagsIt(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.reserve(Samples.hold("a", amount: 100, windows: [Samples.day(limit: 100)]))
            try await store.settle(Samples.settlement("a", cost: 101))
            #expect(try await store.day().settled == Money(nanoUSD: 101))
            #expect(try await store.attempts(decisionID: "a").map(\.isAboveHold) == [true])
            let next = try await store.reserve(Samples.hold("b", amount: 0, windows: [Samples.day(limit: 100)]))
            #expect(next == .refused(kind: .day, limit: Money(nanoUSD: 100), enforced: Money(nanoUSD: 101)))
            #expect(try await store.verification().ties)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func countsUncertainCostApart(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.reserve(Samples.hold("a", amount: 100))
            let bill = Samples.settlement("a", cost: 100, result: "deadline", uncertain: true, modelVersion: nil)
            try await store.settle(bill)
            let full = Money(nanoUSD: 100)
            #expect(try await store.day() == WindowTotals(settled: full, held: .zero, uncertain: full))
            let costs = try await store.allRollups().costs
            #expect(costs.map(\.uncertain) == [full])
            // No answer named a model: the one asked counts.
            #expect(costs.map(\.model) == ["gemini-3.5-flash-lite"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func settlesOnceAndOnlyWhatWasHeld(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            await #expect(throws: LedgerError(.notFound, "attempt 1 of `a` has no hold")) {
                try await store.settle(Samples.settlement("a"))
            }
            _ = try await store.reserve(Samples.hold("a"))
            await #expect(throws: LedgerError(.invariant, "cost of -1 nano-USD")) {
                try await store.settle(Samples.settlement("a", cost: -1))
            }
            try await store.settle(Samples.settlement("a", cost: 60))
            await #expect(throws: LedgerError(.duplicate, "attempt 1 of `a` was settled already")) {
                try await store.settle(Samples.settlement("a", cost: 60))
            }
            #expect(try await store.day().settled == Money(nanoUSD: 60))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func keysReleasesByAttemptWhateverTheirOrder(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for number in 0..<20 {
                let hold = Samples.hold("d\(number)", amount: Int64(number), windows: [Samples.day("day-\(number)")])
                _ = try await store.reserve(hold)
            }
            for number in (0..<20).shuffled() {
                try await store.settle(Samples.settlement("d\(number)", cost: Int64(number * 2)))
            }
            for number in 0..<20 {
                let expected = WindowTotals(settled: Money(nanoUSD: Int64(number * 2)), held: .zero, uncertain: .zero)
                #expect(try await store.day("day-\(number)") == expected)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func booksInTheWindowOfTheAttemptNotOfItsBill(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let yesterday = Samples.hold("a", windows: [Samples.day("2026-11-29")], hour: .seconds(1_795_993_200))
            _ = try await store.reserve(yesterday)
            _ = try await store.reserve(Samples.hold("b", windows: [Samples.day("2026-11-30")]))
            try await store.settle(Samples.settlement("a", cost: 40))
            #expect(try await store.day("2026-11-29").settled == Money(nanoUSD: 40))
            #expect(try await store.day("2026-11-30").settled == .zero)
            #expect(try await store.allRollups().costs.map(\.hour) == [.seconds(1_795_993_200)])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func refusesABillThatLeavesTheRangeAndKeepsTheHold(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.reserve(Samples.hold("a", amount: 1))
            _ = try await store.reserve(Samples.hold("b", amount: 1))
            try await store.settle(Samples.settlement("a", cost: .max - 1))
            let expected = LedgerError(.invariant, "settlement refused: \(Int64.max - 1) + 5 nano-USD")
            await #expect(throws: expected) { try await store.settle(Samples.settlement("b", cost: 5)) }
            #expect(try await store.day().held == Money(nanoUSD: 1))
            #expect(try await store.verification().ties)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func billAfterTheAnswerReachesTheDecision(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.reserve(Samples.hold("a"))
            try await store.record(Samples.decision("a", cost: 0))
            try await store.settle(Samples.settlement("a", cost: 60))
            #expect(try await store.decision(id: "a")?.cost == Money(nanoUSD: 60))
            #expect(try await store.verification().ties)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func refusesABillThatLeavesTheRangeOfItsDecision(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.reserve(Samples.hold("a", windows: []))
            try await store.record(Samples.decision("a", cost: .max))
            let error = await #expect(throws: LedgerError.self) { try await store.settle(Samples.settlement("a")) }
            #expect(error?.code == .invariant)
            #expect(try await store.attempts(decisionID: "a").map(\.settlement) == [nil])
        }
    }
}
