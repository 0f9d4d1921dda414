import Economics
import Foundation
import Ledger
import TestSupport
import Testing

/// Caps of the portfolio, of profiles and of keys, over days, weeks and months.
@Suite(.timeLimit(.minutes(5))) struct CapTests {
    private static func cap(
        _ holder: CapHolder,
        _ kind: BudgetWindow.Kind = .day,
        id: String = "2026-11-30",
        limit: Int64? = nil,
        alerts: [Int] = []
    ) -> CapWindow {
        CapWindow(
            holder: holder,
            window: BudgetWindow(kind: kind, id: id, start: .seconds(1_795_996_800), end: .seconds(1_796_083_200)),
            limit: limit.map { Money(nanoUSD: $0) },
            alerts: alerts
        )
    }

    private static let key = CapHolder.key(profile: "android", id: "k1")

    @Test(arguments: StoreKind.allCases)
    func holdsUnderEveryHolderOrUnderNone(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let windows = [
                Self.cap(.portfolio, .month, id: "2026-11", limit: 1_000), Self.cap(.profile("android"), limit: 500),
                Self.cap(.profile("android"), .week, limit: 900), Self.cap(Self.key, limit: 150),
            ]
            #expect(try await store.reserve(Samples.hold("a", windows: windows)) == .held)
            let refused = try await store.reserve(Samples.hold("b", windows: windows))
            #expect(
                refused
                    == .refused(kind: .day, limit: Money(nanoUSD: 150), enforced: Money(nanoUSD: 100), holder: Self.key)
            )
            for window in windows { #expect(try await store.totals(window.name).held == Money(nanoUSD: 100)) }
            try await store.settle(Samples.settlement("a", cost: 40))
            for window in windows {
                let expected = WindowTotals(settled: Money(nanoUSD: 40), held: .zero, uncertain: .zero)
                #expect(try await store.totals(window.name) == expected)
            }
            #expect(try await store.verification().differences == [])
        }
    }

    /// What no window has room for says nothing of this one; what this one has no room for is told of.
    @Test(arguments: StoreKind.allCases)
    func alertsOfACapOnlyWhenItIsUsed(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let windows = [Self.cap(.profile("android"), limit: 150)]
            guard case .refused = try await store.reserve(Samples.hold("a", amount: 151, windows: windows)) else {
                Issue.record("held more than the cap")
                return
            }
            #expect(try await store.sweep(at: Samples.noon).alerts.isEmpty)
            #expect(try await store.reserve(Samples.hold("b", amount: 100, windows: windows)) == .held)
            _ = try await store.reserve(Samples.hold("c", amount: 100, windows: windows))
            #expect(try await store.sweep(at: Samples.noon).alerts.map(\.threshold) == [1_000])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func sharesThePortfoliosCapAmongProfiles(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let held = try await concurrently(60) { number in
                let profile = ["ios", "android", "mac"][number % 3]
                let windows = [Self.cap(.portfolio, limit: 1_000), Self.cap(.profile(profile), limit: 900)]
                return try await store.reserve(Samples.hold("d\(number)", profile: profile, windows: windows)) == .held
            }
            #expect(held.count { $0 } == 10)
            let portfolio = WindowName(holder: .portfolio, kind: .day, id: "2026-11-30")
            #expect(try await store.totals(portfolio).held == Money(nanoUSD: 1_000))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func givesWindowsBackFromTheWidestToTheNarrowest(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let odd = CapHolder.key(profile: "a\"b\\c", id: "x/y")
            let windows = [
                Self.cap(odd, limit: 9), Self.cap(.profile("android"), .month, id: "2026-11"),
                Self.cap(.profile("android")), Self.cap(.portfolio, .week, limit: 200, alerts: [800]),
            ]
            _ = try await store.reserve(Samples.hold("a", amount: 7, windows: windows))
            let back = try #require(try await store.attempts(decisionID: "a").first?.hold.windows)
            #expect(back.map(\.name) == [windows[3], windows[2], windows[1], windows[0]].map(\.name))
            #expect(back.map(\.limit) == [Money(nanoUSD: 200), nil, nil, Money(nanoUSD: 9)])
        }
    }

    /// An attempt counts where it began, whenever its bill comes.
    @Test(arguments: StoreKind.allCases)
    func settlesAcrossMidnightAndTheEndOfTheMonth(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let zone = ZoneOffsets(identifier: "Asia/Tokyo", initialOffset: 9 * 3_600, transitions: [])
            let before = try #require(Timestamp(iso8601: "2026-11-30T14:59:59Z"))
            let after = before.advanced(bySeconds: 1)
            func windows(_ moment: Timestamp) -> [CapWindow] {
                BudgetWindow.Kind.allCases.map {
                    CapWindow(
                        holder: .profile("android"),
                        window: .containing(moment, kind: $0, zone: zone),
                        limit: Money(nanoUSD: 100)
                    )
                }
            }
            let (old, new) = (windows(before), windows(after))
            #expect(old.map(\.window.id) == ["2026-11-30", "2026-11-30", "2026-11"])
            #expect(new.map(\.window.id) == ["2026-12-01", "2026-11-30", "2026-12"])
            #expect(try await store.reserve(Samples.hold("a", windows: old, at: before)) == .held)
            // The week is still full; the day and the month have begun anew.
            let full = HoldResult.refused(kind: .week, limit: Money(nanoUSD: 100), enforced: Money(nanoUSD: 100))
            #expect(try await store.reserve(Samples.hold("b", windows: new, at: after)) == full)
            try await store.settle(Samples.settlement("a", cost: 30))
            #expect(try await store.totals(old[0].name).settled == Money(nanoUSD: 30))
            #expect(try await store.totals(old[2].name).settled == Money(nanoUSD: 30))
            #expect(try await store.totals(new[0].name) == .zero)
            #expect(try await store.reserve(Samples.hold("b", amount: 70, windows: new, at: after)) == .held)
            #expect(try await store.totals(new[2].name).held == Money(nanoUSD: 70))
        }
    }

    /// 2,000 at once, then on and on until one hold no longer fits. `TORII_CAP_RUNS` says how often (2 unless told).
    @Test(arguments: StoreKind.allCases, 0..<(Int(ProcessInfo.processInfo.environment["TORII_CAP_RUNS"] ?? "") ?? 2))
    func neverPassesACapAndUsesItUpToOneHold(_ kind: StoreKind, run: Int) async throws {
        try await kind.withStore { store async throws in
            let (cap, hold): (Int64, Int64) = (100_000, 130 + Int64(run))
            let windows = [Self.cap(.profile("android"), limit: cap)]
            let admitted = try await concurrently(2_000) { number in
                let request = Samples.hold("d\(number)", amount: hold, windows: windows)
                return try await store.reserve(request) == .held ? number : nil
            }.compactMap { $0 }
            #expect(admitted.count == Int(cap / hold))
            #expect(try await store.totals(windows[0].name).enforced.nanoUSD <= cap)
            var random = SeededGenerator(seed: UInt64(run))
            for number in admitted {
                let cost = Int64.random(in: 0...hold, using: &random)
                try await store.settle(Samples.settlement("d\(number)", cost: cost))
            }
            var next = 2_000
            while try await store.reserve(Samples.hold("d\(next)", amount: hold, windows: windows)) == .held {
                let cost = Int64.random(in: 1...hold, using: &random)
                if next.isMultiple(of: 2) { try await store.settle(Samples.settlement("d\(next)", cost: cost)) }
                next += 1
            }
            let totals = try await store.totals(windows[0].name)
            #expect(totals.enforced.nanoUSD <= cap)
            #expect(totals.enforced.nanoUSD > cap - hold)
        }
    }

    // MARK: Alerts

    @Test(arguments: StoreKind.allCases)
    func alertsOnceAWindowAndAgainInTheNext(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            func day(_ id: String) -> [CapWindow] {
                [Self.cap(.profile("android"), id: id, limit: 500, alerts: [500, 800])]
            }
            func new() async throws -> [String] {
                let alerts = try await store.sweep(at: Samples.noon).alerts
                // Until an event tells of them they are found again.
                #expect(try await store.sweep(at: Samples.noon).alerts == alerts)
                _ = try await store.append([], announcing: alerts)
                return alerts.map { "\($0.windowID) \($0.threshold)" }
            }
            #expect(try await new() == [])
            for number in 0..<3 { _ = try await store.reserve(Samples.hold("a\(number)", windows: day("d1"))) }
            #expect(try await new() == ["d1 500"])
            #expect(try await new() == [])
            for number in 3..<9 { _ = try await store.reserve(Samples.hold("a\(number)", windows: day("d1"))) }
            // 80 % by the fourth, refused from the sixth on: told of once each.
            #expect(try await new() == ["d1 800", "d1 1000"])
            // Falling below the mark and rising above it again is no news.
            try await store.settle(Samples.settlement("a0", cost: 0))
            try await store.settle(Samples.settlement("a1", cost: 0))
            for number in 10..<20 { _ = try await store.reserve(Samples.hold("a\(number)", windows: day("d1"))) }
            #expect(try await new() == [])
            for number in 20..<24 { _ = try await store.reserve(Samples.hold("a\(number)", windows: day("d2"))) }
            #expect(try await new() == ["d2 500", "d2 800"])
            var query = SnapshotQuery(from: Samples.hour, to: Samples.hour)
            query.alertsSince = Samples.noon
            let known = try await store.snapshot(query).alerts
            #expect(
                Set(known.map { "\($0.windowID) \($0.threshold) \($0.enforced.nanoUSD)" }) == [
                    "d1 500 300", "d1 800 400", "d1 1000 500", "d2 500 300", "d2 800 400",
                ]
            )
            query.alertsSince = Samples.noon.advanced(bySeconds: 1)
            #expect(try await store.snapshot(query).alerts.isEmpty)
        }
    }

    // MARK: Expiry

    @Test(arguments: StoreKind.allCases)
    func settlesInFullWhatOutlivedItsExpiry(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let soon = Samples.noon.advanced(bySeconds: 10)
            _ = try await store.reserve(Samples.hold("a", expiresAt: soon))
            _ = try await store.reserve(Samples.hold("b", expiresAt: soon.advanced(bySeconds: 60)))
            _ = try await store.reserve(Samples.hold("c"))
            try await store.record(Samples.decision("a"))
            #expect(try await store.sweep(at: soon).expired == 0)
            #expect(try await store.sweep(at: soon.advanced(bySeconds: 1)).expired == 1)
            #expect(
                try await store.day()
                    == WindowTotals(
                        settled: Money(nanoUSD: 100),
                        held: Money(nanoUSD: 200),
                        uncertain: Money(nanoUSD: 100)
                    )
            )
            let attempt = try #require(try await store.attempts(decisionID: "a").first)
            #expect(attempt.settlement?.result == "expired")
            #expect(attempt.hold.expiresAt == soon)
            #expect(try await store.decision(id: "a")?.cost == Money(nanoUSD: 100))
            #expect(try await store.sweep(at: soon.advanced(bySeconds: 3_600)).expired == 1)
            #expect(try await store.verification().differences == [])
        }
    }

    /// The bill comes after all: it stands in the place of the full hold, and the rest is free again.
    @Test(arguments: StoreKind.allCases)
    func putsALateBillInThePlaceOfAnExpiredHold(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let soon = Samples.noon.advanced(bySeconds: 10)
            for id in ["a", "b"] {
                _ = try await store.reserve(Samples.hold(id, expiresAt: soon))
                try await store.record(Samples.decision(id))
            }
            #expect(try await store.sweep(at: soon.advanced(bySeconds: 1)).expired == 2)
            let bill = Samples.settlement("a")
            #expect(bill.cost < Money(nanoUSD: 100))
            try await store.settle(bill)
            #expect(
                try await store.day()
                    == WindowTotals(
                        settled: Money(nanoUSD: 100 + bill.cost.nanoUSD),
                        held: .zero,
                        uncertain: Money(nanoUSD: 100)
                    )
            )
            let attempt = try #require(try await store.attempts(decisionID: "a").first)
            #expect(attempt.settlement?.cost == bill.cost)
            #expect(attempt.settlement?.result == bill.result)
            #expect(try await store.decision(id: "a")?.cost == bill.cost)
            // Roll-ups, windows and decisions are those of the rows.
            #expect(try await store.verification().differences == [])
            #expect(try await store.verification().settled == Money(nanoUSD: 100 + bill.cost.nanoUSD))
            await #expect(throws: LedgerError(.duplicate, "attempt 1 of `a` was settled already")) {
                try await store.settle(bill)
            }
            // The last of its group leaves no empty one behind.
            try await store.settle(Samples.settlement("b"))
            #expect(try await store.day().uncertain == .zero)
            #expect(try await store.verification().differences == [])
        }
    }

    /// What a crash or a time-out left is no expiry: its bill never comes, and reconciliation alone corrects it.
    @Test(arguments: StoreKind.allCases)
    func correctsNothingButAnExpiredHold(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.reserve(Samples.hold("a"))
            _ = try await store.recover(at: Samples.noon)
            await #expect(throws: LedgerError(.duplicate, "attempt 1 of `a` was settled already")) {
                try await store.settle(Samples.settlement("a"))
            }
        }
    }
}
