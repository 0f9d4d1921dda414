import Terminal
import Testing

@Suite struct OutputStyleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var terminal = true
        var environment: [String: String] = [:]
        var wishes = OutputStyle.Wishes()
        let colour: Bool
        let glyphs: OutputStyle.Glyphs
        let animates: Bool
        var accessible = false

        var testDescription: String { name }
    }

    private static let utf8 = ["LANG": "en_US.UTF-8", "TERM": "xterm-256color"]

    private static func utf8(_ more: [String: String]) -> [String: String] { utf8.merging(more) { $1 } }

    static let cases: [Case] = [
        Case(name: "a terminal", environment: utf8, colour: true, glyphs: .utf8, animates: true),
        Case(name: "a pipe", terminal: false, environment: utf8, colour: false, glyphs: .ascii, animates: false),
        Case(
            name: "a dumb terminal",
            environment: utf8(["TERM": "dumb"]),
            colour: false,
            glyphs: .ascii,
            animates: false
        ),
        Case(name: "NO_COLOR", environment: utf8(["NO_COLOR": "1"]), colour: false, glyphs: .utf8, animates: true),
        Case(
            name: "an empty NO_COLOR",
            environment: utf8(["NO_COLOR": ""]),
            colour: true,
            glyphs: .utf8,
            animates: true
        ),
        Case(
            name: "NO_COLOR over force",
            environment: utf8(["NO_COLOR": "1", "CLICOLOR_FORCE": "1"]),
            colour: false,
            glyphs: .utf8,
            animates: true
        ),
        Case(
            name: "force into a pipe",
            terminal: false,
            environment: utf8(["CLICOLOR_FORCE": "1"]),
            colour: true,
            glyphs: .ascii,
            animates: false
        ),
        Case(
            name: "the other force",
            terminal: false,
            environment: utf8(["FORCE_COLOR": "1"]),
            colour: true,
            glyphs: .ascii,
            animates: false
        ),
        Case(
            name: "an empty force",
            terminal: false,
            environment: utf8(["FORCE_COLOR": "", "CLICOLOR_FORCE": ""]),
            colour: false,
            glyphs: .ascii,
            animates: false
        ),
        Case(
            name: "always over NO_COLOR",
            environment: utf8(["NO_COLOR": "1"]),
            wishes: .init(colour: .always),
            colour: true,
            glyphs: .utf8,
            animates: true
        ),
        Case(
            name: "never over force",
            environment: utf8(["FORCE_COLOR": "1"]),
            wishes: .init(colour: .never),
            colour: false,
            glyphs: .utf8,
            animates: true
        ),
        Case(
            name: "always into a pipe",
            terminal: false,
            wishes: .init(colour: .always),
            colour: true,
            glyphs: .ascii,
            animates: false
        ),
        Case(
            name: "UTF-8 asked into a pipe",
            terminal: false,
            wishes: .init(glyphs: .utf8),
            colour: false,
            glyphs: .utf8,
            animates: false
        ),
        Case(
            name: "ASCII asked on a terminal",
            environment: utf8,
            wishes: .init(glyphs: .ascii),
            colour: true,
            glyphs: .ascii,
            animates: true
        ),
        Case(
            name: "LC_ALL over LANG",
            environment: utf8(["LC_ALL": "C"]),
            colour: true,
            glyphs: .ascii,
            animates: true
        ),
        Case(
            name: "LC_CTYPE over LANG",
            environment: utf8(["LC_CTYPE": "POSIX"]),
            colour: true,
            glyphs: .ascii,
            animates: true
        ),
        Case(
            name: "an empty LC_ALL",
            environment: utf8(["LC_ALL": ""]),
            colour: true,
            glyphs: .utf8,
            animates: true
        ),
        Case(
            name: "the spelling utf8",
            environment: ["LANG": "ja_JP.utf8"],
            colour: true,
            glyphs: .utf8,
            animates: true
        ),
        Case(name: "no locale", colour: true, glyphs: .ascii, animates: true),
        Case(
            name: "ACCESSIBLE",
            environment: utf8(["ACCESSIBLE": "1", "FORCE_COLOR": "1"]),
            colour: false,
            glyphs: .ascii,
            animates: false,
            accessible: true
        ),
        Case(
            name: "an empty ACCESSIBLE",
            environment: utf8(["ACCESSIBLE": ""]),
            colour: true,
            glyphs: .utf8,
            animates: true
        ),
        Case(
            name: "the accessible flag",
            environment: utf8,
            wishes: .init(accessible: true),
            colour: false,
            glyphs: .ascii,
            animates: false,
            accessible: true
        ),
    ]

    @Test(arguments: cases) func decides(_ wanted: Case) {
        let facts = TerminalFacts(isTerminal: wanted.terminal, environment: wanted.environment)
        #expect(
            OutputStyle(facts: facts, wishes: wanted.wishes)
                == OutputStyle(
                    colour: wanted.colour,
                    glyphs: wanted.glyphs,
                    animates: wanted.animates,
                    isAccessible: wanted.accessible,
                    width: 100
                )
        )
    }

    @Test(
        arguments: [
            (120, 80, "60", 120), (nil, 80, "60", 80), (nil, nil, "60", 60), (nil, nil, nil, 100),
            (nil, nil, "wide", 100),
            (10, nil, nil, 40), (nil, 1_000, nil, 200), (nil, 0, nil, 40),
        ] as [(Int?, Int?, String?, Int)]
    )
    func takesTheWidthFromTheFirstThatKnows(wish: Int?, columns: Int?, variable: String?, width: Int) {
        let facts = TerminalFacts(
            isTerminal: true,
            columns: columns,
            environment: variable.map { ["COLUMNS": $0] } ?? [:]
        )
        #expect(OutputStyle(facts: facts, wishes: .init(width: wish)).width == width)
    }

    @Test func tellsThatATestHasNoTerminalSize() {
        let facts = TerminalFacts.current(.standardError, environment: ["A": "b"])
        #expect(facts.environment == ["A": "b"])
        #expect(facts.isTerminal || facts.columns == nil && facts.rows == nil)
    }
}
