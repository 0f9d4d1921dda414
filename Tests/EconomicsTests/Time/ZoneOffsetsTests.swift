import Economics
import TestSupport
import Testing

@Suite struct ZoneOffsetsTests {
    private let losAngeles = ZoneOffsets(
        identifier: "America/Los_Angeles",
        initialOffset: -8 * 3_600,
        transitions: [
            ZoneOffsets.Transition(from: .seconds(1_772_964_000), offset: -7 * 3_600),
            ZoneOffsets.Transition(from: .seconds(1_793_523_600), offset: -8 * 3_600),
        ]
    )

    @Test func changesOffsetAtTheTransition() {
        #expect(losAngeles.offset(at: Timestamp(microseconds: 1_772_964_000_000_000 - 1)) == -8 * 3_600)
        #expect(losAngeles.offset(at: .seconds(1_772_964_000)) == -7 * 3_600)
        #expect(losAngeles.offset(at: .seconds(1_793_523_599)) == -7 * 3_600)
        #expect(losAngeles.offset(at: .seconds(1_793_523_600)) == -8 * 3_600)
        #expect(ZoneOffsets.utc.offset(at: .seconds(-5)) == 0)
    }

    @Test(arguments: [
        // Kathmandu: hours begin at a quarter past in UTC.
        (Zones.fixed(5, 45), "2026-11-30T01:14:59Z", "2026-11-30T00:15:00Z"),
        (Zones.fixed(5, 45), "2026-11-30T01:15:00Z", "2026-11-30T01:15:00Z"),
        (Zones.fixed(5, 30), "2026-11-30T01:29:59.999999Z", "2026-11-30T00:30:00Z"),
        (Zones.fixed(-3, -30), "2026-11-30T01:29:59Z", "2026-11-30T00:30:00Z"),
        (Zones.fixed(9), "1969-12-31T23:59:59Z", "1969-12-31T23:00:00Z"),
        // Both hours that read 01 on the clock.
        (
            Zones.change("2026-11-01T09:00:00Z", from: -25_200, to: -28_800), "2026-11-01T08:59:59Z",
            "2026-11-01T08:00:00Z"
        ),
        (
            Zones.change("2026-11-01T09:00:00Z", from: -25_200, to: -28_800), "2026-11-01T09:30:00Z",
            "2026-11-01T09:00:00Z"
        ),
        // Lord Howe moves by half an hour: the hours that are cut start at the change.
        (
            Zones.change("2026-10-03T15:30:00Z", from: 37_800, to: 39_600), "2026-10-03T15:40:00Z",
            "2026-10-03T15:30:00Z"
        ),
        (
            Zones.change("2026-04-04T15:00:00Z", from: 39_600, to: 37_800), "2026-04-04T15:29:00Z",
            "2026-04-04T15:00:00Z"
        ),
        (
            Zones.change("2026-04-04T15:00:00Z", from: 39_600, to: 37_800), "2026-04-04T15:30:00Z",
            "2026-04-04T15:30:00Z"
        ),
        // A row of the table that changes nothing cuts nothing.
        (Zones.change("2026-04-04T15:20:00Z", from: 3_600, to: 3_600), "2026-04-04T15:29:00Z", "2026-04-04T15:00:00Z"),
    ])
    func findsTheLocalHour(_ zone: ZoneOffsets, _ moment: String, _ hour: String) throws {
        #expect(zone.startOfHour(try #require(Timestamp(iso8601: moment))).iso8601 == hour)
    }

    @Test(arguments: ["Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns", "Africa/Casablanca"])
    func tilesTimeWithHours(_ identifier: String) {
        let (zone, _) = Zones.system(identifier, from: 2024, to: 2028)
        var generator = SeededGenerator(seed: 31)
        for _ in 0..<2_000 {
            let range = Zones.start(ofYear: 2024).microseconds..<Zones.start(ofYear: 2028).microseconds
            let moment = Timestamp(microseconds: .random(in: range, using: &generator))
            let hour = zone.startOfHour(moment)
            #expect(hour <= moment && moment < hour.advanced(bySeconds: 3_600))
            #expect(zone.startOfHour(hour) == hour)
            // Everything between shares the hour, so that sums by hour are sums over intervals.
            let between = Timestamp(
                microseconds: .random(in: hour.microseconds...moment.microseconds, using: &generator)
            )
            #expect(zone.startOfHour(between) == hour)
        }
    }
}
