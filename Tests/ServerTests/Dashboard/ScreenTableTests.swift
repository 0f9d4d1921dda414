import Documents
import Testing

@testable import Server

/// Lines that stay in place whatever they are written with.
struct ScreenTableTests {
    private func table(_ style: ScreenStyle, columns: [String] = ["ios", "夜景🌸"]) -> ScreenTable {
        var table = ScreenTable(columns: columns, style: style)
        table.heading("Today", note: "44 % gone")
        table.row("uploads", columns.map { _ in .init("1,204") }, note: "peak 1,204")
        table.row(
            "  used",
            columns.map { _ in .init(style.isAccessible ? "31 %" : "31 % \(style.signs.bar(0.31, width: 6))", .good) }
        )
        return table
    }

    @Test(arguments: [40, 60, 80, 100, 140])
    func alignsWideNames(width: Int) {
        for glyphs in [ScreenStyle(width: width), ScreenStyle(width: width, glyphs: .utf8)] {
            let lines = table(glyphs).lines
            #expect(lines.allSatisfy { $0.cells <= width })
            #expect(lines.first?.cells == width)
        }
    }

    /// Every sign has a twin of one cell: nothing moves without UTF-8.
    @Test(arguments: [40, 60, 80, 100, 140])
    func keepsItsPlaceInASCII(width: Int) {
        let utf8 = table(ScreenStyle(width: width, glyphs: .utf8), columns: ["ios", "android"]).lines
        let ascii = table(ScreenStyle(width: width), columns: ["ios", "android"]).lines
        #expect(utf8.map(\.cells) == ascii.map(\.cells))
        #expect(ascii.allSatisfy { $0.plain.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
    }

    @Test func neverCutsAFigure() {
        var table = ScreenTable(columns: ["ios"], style: ScreenStyle(width: 40))
        table.row("spent, USD", [.init("123,456,789,012.123456789")])
        #expect(table.lines.map(\.plain) == ["spent, USD          " + "         #####"])
    }

    /// Figures below each other would else be three times the same, under nobody's name.
    @Test func namesEveryColumnUnderALongTitle() {
        var table = ScreenTable(columns: ["ios", "android"], style: ScreenStyle(width: 40))
        table.heading("Uploads of all the regions by the hour of day")
        table.row("uploads", [.init("1"), .init("2")])
        #expect(
            table.lines.map(\.plain) == [
                "Uploads of all the regions by the hour", "  of day", "------------------------------ ios -----",
                "uploads                          1", "Uploads of all the regions by the hour", "  of day",
                "-------------------------- android -----", "uploads                          2",
            ]
        )
    }

    @Test func breaksLinesBetweenWords() {
        let line = ScreenLine([.init("calls stopped: ", .broken), .init("no key is taken by the API")])
        #expect(line.wrapped(to: 20).map(\.plain) == ["calls stopped: no", "  key is taken by", "  the API"])
        #expect(line.wrapped(to: 60) == [line])
    }

    @Test func readsAloudWithoutRulesOrBars() {
        let lines = table(ScreenStyle(width: 100, isAccessible: true), columns: ["ios", "android"]).lines.map(\.plain)
        #expect(
            lines == [
                "Today: 44 % gone", "uploads, ios: 1,204", "uploads, android: 1,204", "uploads: peak 1,204",
                "used, ios: 31 %", "used, android: 31 %",
            ]
        )
    }

    /// Colours that can be read on light and dark, and only foregrounds.
    @Test func coloursWithFewForegrounds() {
        let lines = [ScreenLine(Tone.allCases.map { .init("x", $0) })]
        #expect(lines.text(colour: false) == "xxxxx\n")
        let coloured = lines.text(colour: true)
        let codes = coloured.matches(of: #/\x1B\[(\d+)m/#).compactMap { Int($0.1) }
        #expect(Set(codes) == [0, 1, 31, 32, 33])
    }

    @Test(arguments: [
        ("\u{1B}]52;c;x\u{7}", "\\u{1b}]52;c;x\\u{7}"), ("a\u{202E}b", "a\\u{202e}b"), ("\u{9B}2J", "\\u{9b}2J"),
        ("夜景", "夜景"),
    ])
    func showsWhatAHostileNameWouldDo(name: String, shown: String) {
        #expect(name.visible == shown)
    }

    @Test func escapesForPages() {
        let lines = [ScreenLine([.init("<b>&\"'", .broken)])]
        #expect(lines.html() == "<span class=\"broken\">&lt;b&gt;&amp;&quot;&#39;</span>\n")
    }

    @Test(arguments: [
        (0.0, "......"), (0.08, "......"), (0.09, "+....."), (0.5, "###..."), (0.99, "#####+"), (1.0, "######"),
        (7.0, "######"), (-1.0, "......"),
    ])
    func drawsBarsToHalfACell(share: Double, bar: String) {
        #expect(Glyphs.ascii.bar(share, width: 6) == bar)
        #expect(Glyphs.utf8.bar(share, width: 6).count == 6)
    }

    @Test func drawsSparklines() {
        #expect(Glyphs.ascii.sparkline([0, 0]) == "__")
        #expect(Glyphs.ascii.sparkline([0, 1, 4, 8]) == "_.=#")
        #expect(Glyphs.utf8.sparkline([8, 1, 0]) == "█▂▁")
    }
}
