import Economics
import TestSupport
import Testing

@testable import Revenue

/// Days of a source laid over the days of a profile.
struct RevenueSpreadTests {
    private static let angeles = ZoneOffsets(
        identifier: "America/Los_Angeles",
        initialOffset: -7 * 3_600,
        transitions: []
    )
    private static let tokyo = ZoneOffsets(identifier: "Asia/Tokyo", initialOffset: 9 * 3_600, transitions: [])

    private static func entry(_ date: String, nano: Int64, status: RevenueRow.Status = .estimated) throws
        -> RevenueEntry
    {
        RevenueEntry(
            row: try CanonicalFileTests.row(date, micros: nano / 1_000, status: status),
            rateNano: 1_000_000_000,
            rateSource: "",
            amount: Money(nanoUSD: nano)
        )
    }

    /// Midnight in Los Angeles (summer) is 16:00 in Tokyo: eight hours of the day belong to the same date there, the rest
    /// to the next.
    @Test func laysADayOverTwoByTime() throws {
        let spread = try RevenueSpread(
            [Self.entry("2026-10-14", nano: 3_000_000_000)],
            sources: ["America/Los_Angeles": Self.angeles],
            zone: Self.tokyo
        )
        let days = spread.days.sorted { $0.key < $1.key }
        #expect(days.map(\.key.description) == ["2026-10-14", "2026-10-15"])
        #expect(days.map(\.value.estimated.nanoUSD) == [1_000_000_000, 2_000_000_000])
        #expect(days.map(\.value.covered) == [8 * 3_600, 16 * 3_600])
        #expect(spread.uncovered(days[0].key, in: Self.tokyo) == (16 * 3_600, 86_400))
    }

    @Test func coversADayOnceHoweverManyRowsTellOfIt() throws {
        let one = try Self.entry("2026-10-14", nano: 1_000)
        let other = RevenueEntry(
            row: try CanonicalFileTests.row("2026-10-14", country: "US", micros: 1),
            rateNano: 1,
            rateSource: "",
            amount: Money(nanoUSD: 1_000)
        )
        let zone = Self.angeles
        let spread = try RevenueSpread([one, other], sources: [zone.identifier: zone], zone: zone)
        #expect(spread.days.count == 1)
        let day = try #require(spread.days.values.first)
        #expect((day.covered, day.estimated.nanoUSD) == (86_400, 2_000))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func partsAddUpToTheWhole(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let offset =
            Int.random(in: -12...14, using: &random) * 3_600 + [0, 1_800, 2_700].randomElement(using: &random)!
        let zone = ZoneOffsets(
            identifier: "x",
            initialOffset: offset,
            transitions: [.init(from: .seconds(1_791_900_000), offset: offset + 1_800)]
        )
        var entries: [RevenueEntry] = []
        for day in 10...20 {
            entries.append(
                try Self.entry(
                    "2026-10-\(day)",
                    nano: Int64.random(in: 0...9_999_999_999, using: &random),
                    status: Bool.random(using: &random) ? .final : .estimated
                )
            )
        }
        let spread = try RevenueSpread(entries, sources: ["America/Los_Angeles": Self.angeles], zone: zone)
        let parts = try Money.sum(spread.days.values.flatMap { [$0.estimated, $0.final] })
        #expect(parts == (try Money.sum(entries.map(\.amount))), "seed \(seed)")
        #expect(spread.days.values.reduce(0) { $0 + $1.covered } == 11 * 86_400, "seed \(seed)")
    }
}
