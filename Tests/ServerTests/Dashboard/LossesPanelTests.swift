import Control
import Testing

@testable import Server

/// Whether the limit of lost right answers holds.
struct LossesPanelTests {
    @Test func tellsBoundLimitAndAudits() throws {
        let context = try PanelContext(try SampleScreen.snapshot(), style: ScreenStyle(width: 100))
        let lines = try Panel.losses.draw(context, PanelSettings()).map(\.plain)
        #expect(lines.count == 4)
        #expect(lines[0].hasSuffix(" of judged uploads"))
        let cells = lines.dropFirst().map { $0.split(separator: " ").map(String.init).joined(separator: " ") }
        #expect(
            cells == [
                "at most 0.0124 % - certified", "limit 0.0180 % yes unproven why: dashboard controller",
                "audits wrong 0+3 of 760 - no proof; +n nobody judged",
            ]
        )
    }
}
