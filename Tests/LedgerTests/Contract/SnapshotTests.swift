import Economics
import Ledger
import Policy
import Testing

/// Everything a report or a screen reads, at one moment.
@Suite(.timeLimit(.minutes(2))) struct SnapshotTests {
    private static let everything = SnapshotQuery(
        from: Timestamp(microseconds: 0),
        to: .distantFuture,
        isDetailed: true,
        windows: [
            WindowName(profile: "android", kind: .day, id: "2026-11-30"),
            WindowName(profile: "nobody", kind: .month, id: "2026-11"),
        ],
        recent: .init(limit: 2)
    )

    @Test(arguments: StoreKind.allCases)
    func readsAllPartsTogether(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.append(Samples.revision(1))
            for id in ["a", "b", "c"] { _ = try await store.reserve(Samples.hold(id)) }
            try await store.settle(Samples.settlement("a", cost: 60))
            for id in ["a", "b"] { try await store.record(Samples.decision(id, cost: id == "a" ? 60 : 0)) }
            let found = try await store.snapshot(Self.everything)
            #expect(
                found.held == [
                    HeldRollup(profile: "android", hour: Samples.hour, holds: 2, amount: Money(nanoUSD: 200))
                ]
            )
            #expect(found.rollups.costs.map(\.cost) == [Money(nanoUSD: 60)])
            #expect(found.rollups.decisions.map(\.count) == [2])
            #expect(found.rollups.decisions.map(\.cost) == [Money(nanoUSD: 60)])
            #expect(found.revenue == [1: Samples.revision(1).revenue])
            #expect(
                found.windows == [
                    WindowName(profile: "android", kind: .day, id: "2026-11-30"): WindowTotals(
                        settled: Money(nanoUSD: 60),
                        held: Money(nanoUSD: 200),
                        uncertain: .zero
                    ),
                    WindowName(profile: "nobody", kind: .month, id: "2026-11"): .zero,
                ]
            )
            #expect(found.recent.map(\.id) == ["b", "a"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func tellsDecisionsApartOnlyWhenAsked(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.record(Samples.decision("a", cost: 5, client: "k1", category: "nature"))
            try await store.record(Samples.decision("b", cost: 7, client: "k2", category: "anime"))
            try await store.record(Samples.decision("c", cost: 9, client: "k2", category: "anime"))
            var query = Self.everything
            let detailed = try await store.snapshot(query).rollups.decisions
            #expect(
                Set(detailed.map { "\($0.client) \($0.category) \($0.count) \($0.cost.nanoUSD)" }) == [
                    "k1 nature 1 5", "k2 anime 2 16",
                ]
            )
            query.isDetailed = false
            let coarse = try await store.snapshot(query).rollups.decisions
            #expect(coarse.map { "\($0.client)\($0.category)\($0.model) \($0.count) \($0.cost.nanoUSD)" } == [" 3 21"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func countsALateBillInItsDecisionsGroup(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for id in ["a", "b"] { _ = try await store.reserve(Samples.hold(id)) }
            try await store.record(Samples.decision("a", client: "k1", category: "nature"))
            try await store.record(Samples.decision("b", reasons: [.audit], client: "k1", category: "nature"))
            try await store.settle(Samples.settlement("a", cost: 60))
            let decisions = try await store.snapshot(Self.everything).rollups.decisions
            #expect(Set(decisions.map { "\($0.reason.rawValue) \($0.cost.nanoUSD)" }) == ["gate_passed 60", "audit 0"])
            #expect(try await store.verification().differences == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func addsUpWhatMadeCallsCheaper(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let one = CheaperSends(
                resolution: Money(nanoUSD: 50),
                side: .zero,
                model: Money(nanoUSD: -4),
                tier: Money(nanoUSD: 3)
            )
            for id in ["a", "b"] {
                _ = try await store.reserve(Samples.hold(id))
                try await store.settle(Samples.settlement(id, cheaper: one))
            }
            #expect(try await store.attempts(decisionID: "a").first?.settlement?.cheaper == one)
            #expect(try await store.snapshot(Self.everything).rollups.costs.map(\.cheaper) == [try one.adding(one)])
            #expect(try await store.verification().differences == [])
        }
    }

    /// The other profile's many must not push this one's few out of the list.
    @Test(arguments: StoreKind.allCases)
    func listsTheLatestOfOneProfile(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for id in ["i1", "i2", "i3"] { try await store.record(Samples.decision(id, profile: "ios")) }
            for number in 0..<60 { try await store.record(Samples.decision("a\(number)")) }
            #expect(try await store.recentDecisions(limit: 2, profile: "ios").map(\.id) == ["i3", "i2"])
            #expect(try await store.recentDecisions(limit: 50, profile: "nobody").isEmpty)
            var query = Self.everything
            query.recent = .init(limit: 50, profile: "ios")
            #expect(try await store.snapshot(query).recent.map(\.id) == ["i3", "i2", "i1"])
            query.recent = nil
            #expect(try await store.snapshot(query).recent.isEmpty)
        }
    }

    /// Whatever is written meanwhile: each snapshot's cost is that of its windows and of its decisions' attempts.
    @Test(arguments: StoreKind.allCases)
    func neverShowsHalfOfAWrite(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 0..<150 {
                        _ = try await store.reserve(Samples.hold("d\(number)"))
                        try await store.settle(Samples.settlement("d\(number)", cost: 60))
                        try await store.record(Samples.decision("d\(number)", cost: 60))
                    }
                }
                group.addTask {
                    for _ in 0..<60 {
                        let found = try await store.snapshot(Self.everything)
                        let day = try #require(found.windows.first { $0.key.kind == .day }?.value)
                        #expect(try Money.sum(found.rollups.costs.map(\.cost)) == day.settled)
                        #expect(try Money.sum(found.held.map(\.amount)) == day.held)
                        let recorded = try Money.sum(found.rollups.decisions.map(\.cost))
                        #expect(recorded <= day.settled)
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
