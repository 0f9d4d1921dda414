import Economics
import Ledger
import Policy
import Testing

@Suite(.timeLimit(.minutes(2))) struct RecoveryTests {
    @Test(arguments: StoreKind.allCases)
    func settlesOpenHoldsInFullAndCompletesTheirDecisions(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.reserve(Samples.hold("done"))
            try await store.settle(Samples.settlement("done", cost: 60))
            try await store.record(Samples.decision("done", cost: 60))
            _ = try await store.reserve(Samples.hold("cut", amount: 100))
            try await store.settle(Samples.settlement("cut", cost: 0, result: "throttled", modelVersion: nil))
            _ = try await store.reserve(Samples.hold("cut", attempt: 2, amount: 90))
            _ = try await store.reserve(Samples.hold("paid"))
            try await store.settle(Samples.settlement("paid", cost: 33))

            let later = Samples.noon.advanced(bySeconds: 60)
            #expect(try await store.recover(at: later) == Recovery(holdsSettled: 1, decisionsCompleted: 2))

            let open = try await store.attempts(decisionID: "cut").last?.settlement
            #expect(open?.cost == Money(nanoUSD: 90))
            #expect(open?.uncertain == true)
            #expect(open?.result == "interrupted")
            #expect(open?.at == later)
            let cut = try #require(try await store.decision(id: "cut"))
            #expect(cut.outcome == .failed)
            #expect(cut.reasons == [.interrupted])
            #expect(cut.judged == false)
            #expect(cut.cost == Money(nanoUSD: 90))
            #expect(cut.hour == Samples.hour)
            #expect(try await store.decision(id: "paid")?.cost == Money(nanoUSD: 33))
            #expect(try await store.decision(id: "done") == Samples.decision("done", cost: 60))
            #expect(
                try await store.day()
                    == WindowTotals(settled: Money(nanoUSD: 183), held: .zero, uncertain: Money(nanoUSD: 90))
            )
            #expect(try await store.verification().ties)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func findsNothingASecondTime(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.reserve(Samples.hold("a"))
            #expect(try await store.recover(at: Samples.noon) == Recovery(holdsSettled: 1, decisionsCompleted: 1))
            #expect(try await store.recover(at: Samples.noon) == Recovery(holdsSettled: 0, decisionsCompleted: 0))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func settlesALateHoldOfADecisionThatIsThere(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.record(Samples.decision("a"))
            _ = try await store.reserve(Samples.hold("a", amount: 40))
            #expect(try await store.recover(at: Samples.noon) == Recovery(holdsSettled: 1, decisionsCompleted: 0))
            #expect(try await store.decision(id: "a")?.cost == Money(nanoUSD: 40))
            #expect(try await store.verification().ties)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func refusesCallsOnceClosed(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            await store.close()
            let closed = LedgerError(.storage, "the ledger is closed")
            await #expect(throws: closed) { try await store.record(Samples.decision("a")) }
            await #expect(throws: closed) { try await store.decision(id: "a") }
        }
    }
}
