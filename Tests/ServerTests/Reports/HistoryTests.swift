import Economics
import Ledger
import Platform
import Policy
import SQLiteLedger
import TestSupport
import Testing

@testable import Server

/// Random histories around the borders of days and months in four zones: retries, late bills, expired holds, crashes,
/// price changes, repeated writes. Whatever happened, parts sum to wholes.
@Suite(.timeLimit(.minutes(10))) struct HistoryTests {
    private static let zones = ["Asia/Tokyo", "Asia/Kolkata", "America/Los_Angeles", "Australia/Lord_Howe"]

    /// One random ledger, and what a plain count of the same steps says.
    private struct History {
        var random: SeededGenerator
        let zones: [ZoneOffsets]
        var settled: Int64 = 0
        var held: [String: (hold: HoldRequest, amount: Int64)] = [:]

        init(seed: UInt64) throws {
            random = SeededGenerator(seed: seed)
            zones = try HistoryTests.zones.map { try TimeZones.offsets(of: $0) }
        }

        /// Within two hours of a border of some zone's day, in the days around the changes of the clock.
        mutating func moment(_ zone: ZoneOffsets) -> Timestamp {
            let days = [
                "2026-03-08", "2026-04-05", "2026-10-04", "2026-10-31", "2026-11-01", "2026-11-30", "2026-12-01",
            ]
            let day = CivilDate(days.randomElement(using: &random) ?? "") ?? CivilDate(daysSince1970: 0)
            return zone.start(of: day).advanced(bySeconds: Int64.random(in: -7_200...7_200, using: &random))
        }
    }

    private func take(_ step: Int, _ history: inout History, _ store: any LedgerStore) async throws {
        let index = Int.random(in: 0..<history.zones.count, using: &history.random)
        let (zone, profile) = (history.zones[index], "p\(index)")
        let now = history.moment(zone)
        let id = "d\(step)"
        let attempts = Int.random(in: 0...3, using: &history.random)
        for attempt in stride(from: 1, through: attempts, by: 1) {
            let amount = Int64.random(in: 1...2_000_000, using: &history.random)
            let hold = Self.hold(id, attempt, profile, zone, amount: amount, at: now)
            guard try await store.reserve(hold) == .held else { break }
            await #expect(throws: LedgerError.self) { try await store.reserve(hold) }
            // One in six is left open by a crash, or for its expiry.
            guard Int.random(in: 0..<6, using: &history.random) > 0 else {
                history.held["\(id)/\(attempt)"] = (hold, amount)
                break
            }
            let cost = Int64.random(in: 0...amount, using: &history.random)
            let bill = Self.bill(hold, cost: cost, price: "price-\(Int.random(in: 1...3, using: &history.random))")
            try await store.settle(bill)
            await #expect(throws: LedgerError.self) { try await store.settle(bill) }
            history.settled += cost
        }
        // Some decisions never come: recovery writes them.
        guard attempts == 0 || Int.random(in: 0..<8, using: &history.random) > 0 else { return }
        let cost = try await Money.sum(store.attempts(decisionID: id).compactMap(\.settlement?.cost))
        let isSent = attempts > 0 && history.held["\(id)/1"] == nil
        var decision = ReportTests.decision(profile: profile, at: now)
        decision.id = id
        decision.hour = zone.startOfHour(now)
        decision.outcome = isSent ? .sent : .rejected
        decision.reasons = [
            [Reason.tooBlurry, .lowSaliency, .gatePassed].randomElement(using: &history.random) ?? .audit
        ]
        decision.cost = cost
        decision.client = "k\(Int.random(in: 1...3, using: &history.random))"
        decision.category = ["nature", "anime", nil].randomElement(using: &history.random) ?? nil
        decision.model = isSent ? "lite" : nil
        decision.latencyMicros = Int64.random(in: 0...900_000, using: &history.random)
        try await store.record(decision)
        let twin = decision
        await #expect(throws: LedgerError.self) { try await store.record(twin) }
    }

    private static func hold(
        _ id: String,
        _ attempt: Int,
        _ profile: String,
        _ zone: ZoneOffsets,
        amount: Int64,
        at now: Timestamp
    ) -> HoldRequest {
        func window(_ holder: CapHolder, _ kind: BudgetWindow.Kind, _ limit: Int64?) -> CapWindow {
            CapWindow(
                holder: holder,
                window: .containing(now, kind: kind, zone: zone, firstWeekday: 6),
                limit: limit.map { Money(nanoUSD: $0) },
                alerts: [800]
            )
        }
        return HoldRequest(
            decisionID: id,
            attempt: attempt,
            profile: profile,
            revision: 1,
            model: "lite",
            tier: "standard",
            priceID: "price-1",
            amount: Money(nanoUSD: amount),
            windows: [
                window(.portfolio, .month, 80_000_000), window(.profile(profile), .day, 12_000_000),
                window(.profile(profile), .week, nil), window(.profile(profile), .month, 50_000_000),
            ],
            at: now,
            hour: zone.startOfHour(now),
            expiresAt: now.advanced(bySeconds: 90)
        )
    }

    private static func bill(_ hold: HoldRequest, cost: Int64, price: String) -> Settlement {
        Settlement(
            decisionID: hold.decisionID,
            attempt: hold.attempt,
            cost: Money(nanoUSD: cost),
            usage: TokenUsage(prompt: 500, candidates: 100, total: 600, image: 264),
            modelVersion: "lite",
            priceID: price,
            responseID: nil,
            result: "ok",
            uncertain: false,
            emulated: false,
            latencyMicros: 5,
            at: hold.at.advanced(bySeconds: 5),
            cheaper: CheaperSends(resolution: Money(nanoUSD: cost / 3), side: .zero, model: .zero, tier: .zero)
        )
    }

    private func report(
        _ split: Set<EconomicsReport.Dimension>,
        _ history: History,
        _ store: any LedgerStore,
        from: String = "2026-03-01",
        end: String = "2026-12-31"
    ) async throws -> EconomicsReport {
        try await EconomicsReport.made(
            EconomicsReport.Query(
                from: try #require(CivilDate(from)),
                end: try #require(CivilDate(end)),
                dimensions: split
            ),
            store: store,
            profiles: history.zones.enumerated().map { index, zone in
                EconomicsReport.ProfileTerms(name: "p\(index)", zone: zone, target: 0.4)
            },
            now: .seconds(1_800_000_000)
        )
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64], [true, false])
    func partsSumToWholesWhateverHappened(seed: UInt64, isOnDisk: Bool) async throws {
        let folder = try TemporaryFolder()
        let store: any LedgerStore =
            isOnDisk ? try await SQLiteStore.open(folder: folder.file("data")) : MemoryStore()
        var history = try History(seed: seed)
        for step in 0..<160 { try await take(step, &history, store) }
        // Holds past their expiry are settled in full, the others by recovery.
        let later = Timestamp.seconds(1_799_000_000)
        #expect(try await store.sweep(at: later).expired == history.held.count, "seed \(seed)")
        for (_, open) in history.held { history.settled += open.amount }
        _ = try await store.recover(at: later)
        let verification = try await store.verification()
        #expect(verification.differences == [], "seed \(seed)")
        #expect(verification.settled.nanoUSD == history.settled, "seed \(seed)")
        #expect(verification.held == .zero, "seed \(seed)")
        for split in SplitTests.splits {
            let report = try await report(split, history, store)
            try SplitTests.expectSums(report, "seed \(seed) \(split)")
            #expect(report.total.figures.spend.nanoUSD == history.settled, "seed \(seed)")
        }
        // A range is the sum of its parts, wherever it is cut.
        let whole = try await report([.profile], history, store)
        let parts = [
            try await report([.profile], history, store, end: "2026-11-01"),
            try await report([.profile], history, store, from: "2026-11-01", end: "2026-12-01"),
            try await report([.profile], history, store, from: "2026-12-01"),
        ]
        #expect(try Money.sum(parts.map(\.total.figures.spend)) == whole.total.figures.spend, "seed \(seed)")
        #expect(parts.reduce(0) { $0 + $1.total.figures.uploads } == whole.total.figures.uploads, "seed \(seed)")
        // What is applied later changes nothing of the past.
        let before = try await report([.profile, .day], history, store).json().encoded()
        let terms = RevenueSettings(ecpm: Money(nanoUSD: 9_000_000_000), impressionsPerUploadMicros: 1_000_000)
        try await store.append(
            RevisionRecord(
                number: 1,
                at: later,
                by: "ada",
                from: "cli",
                reason: "",
                documents: [],
                revenue: [RevenueTerms(profile: "nobody", settings: terms)]
            )
        )
        #expect(try await report([.profile, .day], history, store).json().encoded() == before, "seed \(seed)")
        await store.close()
    }
}
