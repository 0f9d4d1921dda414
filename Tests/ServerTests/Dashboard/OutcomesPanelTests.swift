import Policy
import Testing

@testable import Server

/// Reasons below the outcome they are of.
struct OutcomesPanelTests {
    /// Label and the figure of all profiles.
    private static func rows(_ more: [(Outcome, Reason, Int)]) throws -> [String] {
        let context = try PanelContext(
            try SampleScreen.snapshot(more: more),
            style: ScreenStyle(width: 80, glyphs: .ascii)
        )
        return try Panel.outcomes.draw(context, PanelSettings()).dropFirst().map { line in
            let label = line.plain.prefix(22)
            let cells = line.plain.dropFirst(22).split(separator: " ")
            return
                "\(label.prefix { $0 == " " })\(label.split(separator: " ").joined(separator: " ")) \(cells.last ?? "")"
        }
    }

    /// The same reason may decide of two outcomes; all reasons of one add up to it.
    @Test func standBelowTheirOwnOutcome() throws {
        let rows = try Self.rows([
            (.sent, .gateDisabled, 10), (.local, .upstreamFailed, 3), (.local, .overloaded, 2),
            (.failed, .undecodableImage, 4), (.failed, .overloaded, 1),
        ])
        #expect(
            rows == [
                "sent 12,724", "  gate_passed 12,714", "  gate_disabled 10",
                "rejected 14,870",
                "local 222", "  budget_exhausted 217", "  upstream_failed 3", "  overloaded 2",
                "failed 5", "  overloaded 1", "  undecodable_image 4",
            ]
        )
    }

    /// The gate's reasons have a panel of their own.
    @Test func areLeftOutWhereTheOutcomeSaysIt() throws {
        #expect(
            try Self.rows([(.cached, .exactCache, 7)])
                == ["sent 12,714", "cached 7", "rejected 14,870", "local 217", "  budget_exhausted 217"]
        )
    }
}
