import Economics
import Ledger
import Policy
import Testing

@testable import Server

/// What a day will cost at the pace so far, and when its cap stops it.
struct DayPaceTests {
    private static let start = Timestamp.seconds(1_796_000_000 - 1_796_000_000 % 86_400)

    private static func pace(_ enforced: Int64, of room: Int64?, hour: Int64, hours: Int64 = 24) -> DayPace? {
        DayPace(
            enforced: Money(nanoUSD: enforced),
            room: room.map { Money(nanoUSD: $0) },
            from: start,
            to: start.advanced(bySeconds: hours * 3600),
            at: start.advanced(bySeconds: hour * 3600)
        )
    }

    @Test(
        arguments: [
            // Half the cap in a quarter of the day: gone at noon.
            (500, 1_000, 6, 1_000, 2.0, 12.0), (250, 1_000, 6, 1_000, 1.0, nil), (100, 1_000, 12, 200, 0.2, nil),
            (1_000, 1_000, 12, 1_000, 2.0, 12.0), (0, 1_000, 12, 0, 0.0, nil),
        ] as [(Int64, Int64, Int64, Int64, Double, Double?)]
    )
    func staysBelowTheCap(spent: Int64, cap: Int64, hour: Int64, forecast: Int64, ratio: Double, full: Double?) throws {
        let pace = try #require(Self.pace(spent, of: cap, hour: hour))
        #expect(pace.forecast == Money(nanoUSD: forecast))
        #expect(pace.ratio == ratio)
        #expect(pace.fillsCap.map { Double($0.seconds - Self.start.seconds) / 3600 } == full)
    }

    @Test func foreseesWithoutACap() throws {
        let pace = try #require(Self.pace(100, of: nil, hour: 6))
        #expect(pace == Self.pace(100, of: nil, hour: 6))
        #expect(pace.forecast == Money(nanoUSD: 400) && pace.ratio == nil && pace.fillsCap == nil)
    }

    /// No room at all: the cap is reached whatever the pace.
    @Test func hasReachedACapOfNothing() throws {
        let pace = try #require(Self.pace(0, of: 0, hour: 6))
        #expect(pace.fillsCap == Self.start.advanced(bySeconds: 6 * 3600))
    }

    @Test func saysNothingEarlyInTheDay() {
        #expect(Self.pace(100, of: 1_000, hour: 0) == nil)
    }

    /// A day that is an hour short or long counts as it is.
    @Test(arguments: [23, 25] as [Int64])
    func countsTheHoursOfTheDay(hours: Int64) throws {
        let pace = try #require(Self.pace(100, of: nil, hour: 10, hours: hours))
        #expect(pace.forecast == Money(nanoUSD: 10 * hours))
    }

    /// A profile's own midnight, whatever the zone of the first.
    @Test func saysTheTimeInTheProfilesZone() throws {
        let zone = ZoneOffsets(identifier: "Asia/Tokyo", initialOffset: 9 * 3600, transitions: [])
        #expect(Timestamp.seconds(1_795_999_500).clockTime(in: zone) == "09:45")
    }
}
