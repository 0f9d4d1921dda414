import Economics
import Testing

@testable import Server

/// What is left of the overview where there is next to no room: never without spend, rate and limit.
struct GlanceTests {
    private static func screen(width: Int, height: Int) throws -> [String] {
        let style = ScreenStyle(width: width, height: height)
        return try SampleScreen.snapshot().screen(.overview, style: style).map(\.plain)
    }

    @Test func tellsSpendRateAndLimitOnFortyByTen() throws {
        #expect(
            try Self.screen(width: 40, height: 8) == [
                "EMULATED  Torii  r12  06:00 UTC+00:00",
                "ALERT profile/android: 80.2 % of the da~",
                "ios: 47.9 % sent, target 46.6 % over",
                "  spent 1.50 of 3.00 USD, cap at 11:58",
                "  limit holds: yes, 17,360 uploads",
                "android: 42.2 % sent, target 41.0 % over",
                "  spent 0.80 of 2.00 USD, cap at 15:03",
                "  limit holds: unproven, 10,441 uploads",
            ]
        )
    }

    /// Nothing is missing unsaid, and what is said can be done.
    @Test(arguments: [40, 60, 80, 100, 140], Array(10...60))
    func namesWhatItLeavesOut(width: Int, height: Int) throws {
        let whole = try SampleScreen.snapshot().screen(.overview, style: ScreenStyle(width: width)).map(\.plain)
        let lines = try Self.screen(width: width, height: height)
        let last = try #require(lines.last)
        let needed = last.matches(of: #/height=([0-9]+)/#).first.flatMap { Int($0.output.1) }
        guard last.hasPrefix("left out: ") else {
            // Room for all, or a screen that is full of what must never be missing.
            #expect(lines == Array(whole.prefix(lines.count)) || width < 60 || height < 14, "\(lines)")
            return
        }
        let all = try Self.screen(width: width, height: try #require(needed))
        #expect(all.last?.hasPrefix("left out") == false)
        #expect(all.count > lines.count)
    }

    @Test func namesTheDashboardsThatAreLeftOutOnEightyByTwentyFour() throws {
        let lines = try Self.screen(width: 80, height: 24)
        #expect(lines.count <= 24)
        #expect(lines.last == "left out: rejections, month, outcomes, speed and 2 more; height=51 shows all")
    }

    @Test(arguments: [40, 60, 100, 140], Array(1...45))
    func keepsToTheHeight(width: Int, height: Int) throws {
        let lines = try Self.screen(width: width, height: height)
        #expect(lines.count <= height)
        guard height >= 12, width >= 60 else { return }
        let text = lines.joined(separator: "\n")
        for name in ["ios", "android", "46.6 %", "41.0 %", "3.00", "2.00", "unproven"] {
            #expect(text.contains(name), "\(name)")
        }
    }
}
