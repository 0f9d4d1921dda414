import Foundation
import Platform
import Testing

@testable import Server

/// Whole screens as they were looked at and found good, at every width. After a change that is meant,
/// `TORII_RECORD=1 swift test --filter GoldenScreenTests` writes them anew; `cat` one and look at the difference.
struct GoldenScreenTests {
    private static let widths = [40, 60, 80, 100, 140]
    private static let dashboards = ["overview", "economics", "gate", "controller", "upstream", "clients"]
    private static let folder = PolicyDocuments.root + "/Tests/Fixtures/screens/"

    @Test(.timeLimit(.minutes(10)), arguments: dashboards, widths)
    func drawsTheScreenAsItWasFoundGood(name: String, width: Int) async throws {
        let shelf = DashboardShelf(folder: PolicyDocuments.root + "/dashboards")
        #expect(await shelf.refresh() == [])
        let document = try #require(shelf.document(name))
        let snapshot = try SampleScreen.snapshot()
        let lines = try snapshot.screen(document, style: ScreenStyle(width: width, glyphs: .utf8))
        for line in lines { #expect(line.cells <= width, "\(line.plain)") }
        let drawn = lines.text(colour: true)
        try Self.expect(drawn, as: "\(name)-\(width).ansi")
        // Without colour and without UTF-8 it is the same screen, cell for cell.
        #expect(lines.text(colour: false) == drawn.replacing(#/\u{1B}\[[0-9;]*m/#, with: ""))
        let ascii = try snapshot.screen(document, style: ScreenStyle(width: width, glyphs: .ascii))
        #expect(ascii.text(colour: true) == Self.ascii(drawn))
        #expect(ascii.text(colour: false).utf8.allSatisfy { $0 < 0x7F })
    }

    private static func ascii(_ text: String) -> String {
        func signs(_ glyphs: Glyphs) -> [Character] {
            [glyphs.rule, glyphs.full, glyphs.half, glyphs.empty] + Array(glyphs.nothing) + glyphs.spark
        }
        // A full bar and the highest spark are one sign of UTF-8 and one of ASCII.
        let twins = Dictionary(zip(signs(.utf8), signs(.ascii)), uniquingKeysWith: { first, _ in first })
        return String(text.map { twins[$0] ?? $0 })
    }

    private static func expect(_ drawn: String, as file: String) throws {
        if ProcessInfo.processInfo.environment["TORII_RECORD"] != nil {
            try drawn.write(toFile: folder + file, atomically: true, encoding: .utf8)
        }
        let golden = try #require(
            try? String(contentsOfFile: folder + file, encoding: .utf8),
            "\(file) is not recorded"
        )
        let lines = drawn.split(separator: "\n", omittingEmptySubsequences: false)
        let wanted = golden.split(separator: "\n", omittingEmptySubsequences: false)
        let number = zip(lines, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        if let number { Issue.record("\(file):\(number + 1) is\n\(lines[number])\nand was\n\(wanted[number])") }
        #expect(lines.count == wanted.count, "\(file)")
    }
}
