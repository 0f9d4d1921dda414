import Control
import Economics
import Ledger
import Platform
import Policy
import Revenue
import TestSupport
import Testing

@testable import Server

/// What networks say days later reaches the dials that planned with something else.
@Suite struct FinalRevenueTests {
    private static let now = Timestamp.seconds(1_796_040_000)
    private static let name = DialName(profile: "ios", space: "torii/1", isAsked: false)

    private static func snapshot() throws -> (PolicyHolder, PolicySnapshot) {
        let documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("mode: \"off\"", to: "mode: \"auto\"") }
        }
        let set = try #require(PolicyReader.read(documents, knownZones: TimeZones.known, now: now).set)
        let holder = try PolicyHolder(revision: 1, appliedAt: now, set: set)
        return (holder, try #require(holder.snapshot(of: "ios")))
    }

    /// Ten uploads a day on some days before now, in the ledger and in the dial.
    private static func upload(
        daysAgo: [Int],
        to store: MemoryStore,
        _ desk: StrictnessDesk,
        _ snapshot: PolicySnapshot
    ) async throws {
        try await store.append(
            RevisionRecord(
                number: 1,
                at: now,
                by: "ada",
                from: "cli",
                reason: "",
                documents: [],
                revenue: [RevenueTerms(profile: "ios", settings: snapshot.profile.revenue)]
            )
        )
        for day in daysAgo {
            for number in 0..<10 {
                let at = now.advanced(bySeconds: Int64(-86_400 * day + number))
                var decision = ReportTests.decision(profile: "ios", at: at)
                decision.id = "d\(day)-\(number)"
                try await store.record(decision)
                _ = desk.opinion(
                    on: Evidence(sharpness: 0.9),
                    space: "torii/1",
                    isAsked: false,
                    of: snapshot,
                    id: decision.id,
                    client: "",
                    at: at,
                    randomness: 0
                )
            }
        }
    }

    private static func row(_ day: CivilDate, _ share: Int, of expected: Money, status: RevenueRow.Status) throws
        -> RevenueRow
    {
        try RevenueRow(
            date: day,
            timeZone: "Asia/Tokyo",
            profile: "ios",
            source: "max",
            impressions: 10,
            micros: expected.nanoUSD / 1000 * Int64(share) / 100,
            currency: "USD",
            status: status,
            asOf: now
        )
    }

    @Test func takesADayOnceItIsFinal() async throws {
        let (holder, snapshot) = try Self.snapshot()
        let (store, log) = (MemoryStore(), RecordedLog())
        let desk = StrictnessDesk(folder: nil, log: log.log)
        try await Self.upload(daysAgo: [2, 1, 0], to: store, desk, snapshot)
        let clock = WallClock { Self.now.advanced(bySeconds: 60) }
        let finals = FinalRevenue(store: store, policies: holder, desk: desk, clock: clock, log: log.log)
        func standing() throws -> Adjustment.Standing {
            try #require(desk.cell(Self.name)).briefly { $0.controller.standing }
        }

        await finals.look()
        #expect(try standing().yield == 1)

        let revenue = snapshot.profile.revenue
        let expected = try UploadRevenue(
            ecpm: revenue.ecpm,
            impressionsPerUploadMicros: revenue.impressionsPerUploadMicros
        ).earned(byUploads: 10)
        let today = CivilDate(at: Self.now, in: snapshot.zone)
        _ = try await RevenueDesk(store: store).take(
            [
                try Self.row(today.advanced(byDays: -2), 85, of: expected, status: .final),
                try Self.row(today.advanced(byDays: -1), 50, of: expected, status: .estimated),
            ],
            rates: .none,
            at: Self.now
        )
        await finals.look()
        #expect(abs(try standing().yield - 0.85) < 1e-4)
        let adjustment = try #require(desk.diary.latest(10).compactMap { $0.adjustment(of: "ios") }.last)
        #expect(adjustment.contains("final revenue of a day is known: what is expected comes to 85.0 %"))
    }
}
