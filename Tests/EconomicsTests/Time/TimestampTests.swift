import Economics
import TestSupport
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999999Z"), (1_000, "1970-01-01T00:00:00.001Z"),
        (1_796_002_578_000_000, "2026-11-30T01:36:18Z"), (1_796_002_578_250_000, "2026-11-30T01:36:18.250Z"),
        (1_796_002_578_250_001, "2026-11-30T01:36:18.250001Z"),
        (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
        (-62_135_596_800_000_000, "0001-01-01T00:00:00Z"),
    ])
    func writesAndReads(_ microseconds: Int64, _ text: String) {
        #expect(Timestamp(microseconds: microseconds).iso8601 == text)
        #expect(Timestamp(iso8601: text)?.microseconds == microseconds)
    }

    @Test(arguments: [
        ("2026-11-30T10:36:18+09:00", "2026-11-30T01:36:18Z"), ("2026-11-30t01:36:18z", "2026-11-30T01:36:18Z"),
        ("2026-11-30 01:36:18Z", "2026-11-30T01:36:18Z"), ("2026-11-29T17:36:18.5-08:00", "2026-11-30T01:36:18.500Z"),
        ("2026-11-30T07:21:18+05:45", "2026-11-30T01:36:18Z"),
        ("2026-11-30T01:36:18.123456789Z", "2026-11-30T01:36:18.123456Z"),
        ("2026-11-30T01:36:18-00:00", "2026-11-30T01:36:18Z"),
    ])
    func readsOtherForms(_ text: String, _ same: String) {
        #expect(Timestamp(iso8601: text)?.iso8601 == same)
    }

    @Test(arguments: [
        "", "2026-11-30", "2026-11-30T01:36Z", "2026-11-30T01:36:18", "2026-11-30T24:00:00Z", "2026-11-30T01:60:00Z",
        "2026-11-30T01:36:60Z", "2026-02-29T00:00:00Z", "2026-11-30T01:36:18.Z", "2026-11-30T01:36:18+0900",
        "2026-11-30T01:36:18+24:00", "2026-11-30T01:36:18Zx", "2026-11-30T01:36:18.1234567890123456789Z",
        "２026-11-30T01:36:18Z",
    ])
    func refuses(_ text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }

    @Test func writesLocalTime() throws {
        let moment = try #require(Timestamp(iso8601: "2026-11-30T01:36:18Z"))
        #expect(moment.iso8601(in: Zones.fixed(9)) == "2026-11-30T10:36:18+09:00")
        #expect(moment.iso8601(in: Zones.fixed(5, 45)) == "2026-11-30T07:21:18+05:45")
        #expect(moment.iso8601(in: Zones.fixed(-3, -30)) == "2026-11-29T22:06:18-03:30")
        #expect(moment.iso8601(in: .utc) == "2026-11-30T01:36:18Z")
    }

    @Test func roundsSecondsDown() {
        #expect(Timestamp(microseconds: -1).seconds == -1)
        #expect(Timestamp(microseconds: -1_000_000).seconds == -1)
        #expect(Timestamp(microseconds: -1_000_001).seconds == -2)
        #expect(Timestamp(microseconds: .min).seconds == -9_223_372_036_855)
        #expect(Timestamp(microseconds: .max).seconds == 9_223_372_036_854)
        #expect(Timestamp.seconds(5).advanced(bySeconds: -6).microseconds == -1_000_000)
    }

    @Test(arguments: [21] as [UInt64]) func readsBackWhatItWrites(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3_000 {
            let micros = Int64.random(in: -62_135_596_800_000_000...253_402_300_799_999_999, using: &generator)
            let moment = Timestamp(microseconds: micros)
            #expect(Timestamp(iso8601: moment.iso8601) == moment, "seed \(seed)")
        }
    }
}
