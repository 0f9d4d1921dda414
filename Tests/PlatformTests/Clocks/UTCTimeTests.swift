import Economics
import Foundation
import Platform
import TestSupport
import Testing

@Suite struct UTCTimeTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"),
            (-1, "1969-12-31T23:59:59.999999Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
            (1_796_000_000_123_456, "2026-11-30T00:53:20.123456Z"),
            (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
            (-62_135_596_800_000_000, "0001-01-01T00:00:00.000000Z"),
        ] as [(Int64, String)]
    )
    func writesRFC3339(microseconds: Int64, expected: String) {
        #expect(UTCTime.text(of: Timestamp(microseconds: microseconds)) == expected)
    }

    @Test func agreesWithTheCalendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        var random = SeededGenerator(seed: 31)
        for _ in 0..<500 {
            let seconds = Int64(random.next() % 4_102_444_800)
            let date = Date(timeIntervalSince1970: Double(seconds))
            let part = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
            let numbers = [part.year, part.month, part.day, part.hour, part.minute, part.second].map { $0 ?? -1 }
            let text = UTCTime.text(of: .seconds(seconds))
            #expect(text.split { !$0.isNumber }.prefix(6).map { Int($0) ?? -2 } == numbers, "seed 31, \(seconds)")
        }
    }

    @Test func followsTheMachine() {
        let before = Date().timeIntervalSince1970
        let now = Double(WallClock.system.now().microseconds) / 1e6
        let after = Date().timeIntervalSince1970
        #expect(before - 0.001 <= now && now <= after + 0.001)
    }
}
