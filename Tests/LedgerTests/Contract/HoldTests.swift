import Economics
import Ledger
import Testing

@Suite(.timeLimit(.minutes(2))) struct HoldTests {
    @Test(arguments: StoreKind.allCases)
    func holdsInEveryWindowOrInNone(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let windows = [Samples.day(limit: 1_000), Samples.month(limit: 150)]
            #expect(try await store.reserve(Samples.hold("a", windows: windows)) == .held)
            let refused = try await store.reserve(Samples.hold("b", windows: windows))
            #expect(refused == .refused(kind: .month, limit: Money(nanoUSD: 150), enforced: Money(nanoUSD: 100)))
            #expect(try await store.day().held == Money(nanoUSD: 100))
            #expect(try await store.month().held == Money(nanoUSD: 100))
            #expect(try await store.attempts(decisionID: "b").isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func namesTheFirstWindowWithoutRoomInTheOrderAsked(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let both = [Samples.month(limit: 10), Samples.day(limit: 20)]
            let result = try await store.reserve(Samples.hold("a", windows: both))
            #expect(result == .refused(kind: .month, limit: Money(nanoUSD: 10), enforced: .zero))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func holdsUpToTheCapAndNotOneNanoDollarMore(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let cap = [Samples.day(limit: 200)]
            #expect(try await store.reserve(Samples.hold("a", amount: 199, windows: cap)) == .held)
            let refused = HoldResult.refused(kind: .day, limit: Money(nanoUSD: 200), enforced: Money(nanoUSD: 199))
            #expect(try await store.reserve(Samples.hold("b", amount: 2, windows: cap)) == refused)
            #expect(try await store.reserve(Samples.hold("c", amount: 1, windows: cap)) == .held)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func capOfZeroDeniesTheFirstCallOnAnEmptyLedger(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let result = try await store.reserve(Samples.hold("a", amount: 1, windows: [Samples.day(limit: 0)]))
            #expect(result == .refused(kind: .day, limit: .zero, enforced: .zero))
            #expect(try await store.day() == .zero)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func hundredAtOnceHoldExactlyWhatTheCapIsWorth(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let held = try await concurrently(100) { number in
                try await store.reserve(Samples.hold("d\(number)", windows: [Samples.day(limit: 1_000)])) == .held
            }
            #expect(held.count { $0 } == 10)
            #expect(
                try await store.day() == WindowTotals(settled: .zero, held: Money(nanoUSD: 1_000), uncertain: .zero)
            )
        }
    }

    @Test(arguments: StoreKind.allCases)
    func racingFirstHoldsOfAnUnknownProfileShareOneCap(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let held = try await concurrently(8) { number in
                let cap = [Samples.day(limit: 300), Samples.month(limit: 300)]
                return try await store.reserve(Samples.hold("d\(number)", profile: "new", windows: cap)) == .held
            }
            #expect(held.count { $0 } == 3)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func profilesAndWindowsDoNotShareTotals(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let cap: (String) -> [CapWindow] = { [Samples.day($0, limit: 100)] }
            #expect(try await store.reserve(Samples.hold("a", profile: "ios", windows: cap("2026-11-30"))) == .held)
            #expect(try await store.reserve(Samples.hold("b", profile: "mac", windows: cap("2026-11-30"))) == .held)
            // A new window starts at zero by its key alone, and refusals before it change nothing.
            for number in 0..<5 {
                let spent = Samples.hold("c\(number)", profile: "ios", windows: cap("2026-11-30"))
                #expect(try await store.reserve(spent) != .held)
            }
            #expect(try await store.reserve(Samples.hold("d", profile: "ios", windows: cap("2026-12-01"))) == .held)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func changedCapCountsAtOnceAndUsageStays(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            #expect(try await store.reserve(Samples.hold("a", windows: [Samples.day()])) == .held)
            let lowered = HoldResult.refused(kind: .day, limit: Money(nanoUSD: 50), enforced: Money(nanoUSD: 100))
            #expect(try await store.reserve(Samples.hold("b", windows: [Samples.day(limit: 50)])) == lowered)
            #expect(try await store.reserve(Samples.hold("b", windows: [Samples.day(limit: 200)])) == .held)
            #expect(try await store.day().held == Money(nanoUSD: 200))
        }
    }

    /// However often a full window refuses, the next one begins empty.
    @Test(arguments: StoreKind.allCases)
    func refusalsExtendNothing(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let (today, tomorrow) = ([Samples.day("d1", limit: 100)], [Samples.day("d2", limit: 100)])
            #expect(try await store.reserve(Samples.hold("a", windows: today)) == .held)
            try await store.settle(Samples.settlement("a", cost: 100))
            let full = WindowTotals(settled: Money(nanoUSD: 100), held: .zero, uncertain: .zero)
            for number in 0..<50 {
                let result = try await store.reserve(Samples.hold("r\(number)", windows: today))
                #expect(result == .refused(kind: .day, limit: Money(nanoUSD: 100), enforced: Money(nanoUSD: 100)))
            }
            #expect(try await store.totals(today[0].name) == full)
            #expect(try await store.totals(tomorrow[0].name) == .zero)
            #expect(try await store.reserve(Samples.hold("b", windows: tomorrow)) == .held)
        }
    }

    /// A cap over weeks for a profile that has been busy all month: what was spent before it counts for nothing.
    @Test(arguments: StoreKind.allCases)
    func aWindowThatIsNewBeginsEmpty(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for number in 0..<9 {
                _ = try await store.reserve(Samples.hold("a\(number)", windows: [Samples.month()]))
                try await store.settle(Samples.settlement("a\(number)", cost: 100))
            }
            let week = CapWindow(
                holder: .profile("android"),
                window: BudgetWindow(kind: .week, id: "2026-11-30", start: Samples.hour, end: Samples.noon),
                limit: Money(nanoUSD: 100)
            )
            #expect(try await store.reserve(Samples.hold("b", windows: [week, Samples.month()])) == .held)
            #expect(try await store.totals(week.name).enforced == Money(nanoUSD: 100))
            #expect(try await store.month().enforced == Money(nanoUSD: 1_000))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func refusesAnAttemptThatHasARow(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.reserve(Samples.hold("a"))
            let expected = LedgerError(.duplicate, "attempt 1 of `a` is in the ledger already")
            await #expect(throws: expected) { try await store.reserve(Samples.hold("a", amount: 7)) }
            #expect(try await store.reserve(Samples.hold("a", attempt: 2)) == .held)
            #expect(try await store.day().held == Money(nanoUSD: 200))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func refusesWhatNobodyMayAsk(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            await #expect(throws: LedgerError(.invariant, "hold of -1 nano-USD")) {
                try await store.reserve(Samples.hold("a", amount: -1))
            }
            await #expect(throws: LedgerError(.invariant, "attempt 0 of `a`")) {
                try await store.reserve(Samples.hold("a", attempt: 0))
            }
            await #expect(throws: LedgerError(.invariant, "attempt 1 of `a` names two windows of one kind")) {
                try await store.reserve(Samples.hold("a", windows: [Samples.day("x"), Samples.day("y")]))
            }
            #expect(try await store.verification().attempts == 0)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func staysExactAtTheEdgesOfItsIntegers(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let all = Int64.max
            #expect(
                try await store.reserve(Samples.hold("a", amount: all, windows: [Samples.day(limit: all)])) == .held
            )
            // With a cap a sum out of range is no room; without one it is refused rather than wrapped.
            let full = HoldResult.refused(kind: .day, limit: Money(nanoUSD: all), enforced: Money(nanoUSD: all))
            #expect(try await store.reserve(Samples.hold("b", amount: 1, windows: [Samples.day(limit: all)])) == full)
            let expected = LedgerError(.invariant, "hold refused: \(all) + 1 nano-USD")
            await #expect(throws: expected) {
                try await store.reserve(Samples.hold("c", amount: 1, windows: [Samples.day()]))
            }
            try await store.settle(Samples.settlement("a", cost: all))
            #expect(try await store.day() == WindowTotals(settled: Money(nanoUSD: all), held: .zero, uncertain: .zero))
            #expect(try await store.verification().ties)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func givesAttemptsBackAsTheyWereAsked(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let first = Samples.hold("a", windows: [Samples.day(limit: 900), Samples.month()])
            let second = Samples.hold("a", attempt: 2, windows: [])
            _ = try await store.reserve(second)
            _ = try await store.reserve(first)
            #expect(
                try await store.attempts(decisionID: "a") == [
                    AttemptRecord(hold: first, settlement: nil), AttemptRecord(hold: second, settlement: nil),
                ]
            )
        }
    }
}
