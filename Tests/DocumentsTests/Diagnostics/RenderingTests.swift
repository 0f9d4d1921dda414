import Documents
import Testing

@Suite struct RenderingTests {
    private func rendered(_ text: String, dialect: DocumentReader.Dialect = .json5) -> String {
        let bytes = Array(text.utf8)
        return DocumentReader.read(bytes, file: "policies/android.json5", dialect: dialect).diagnostics
            .rendered(sources: ["policies/android.json5": SourceText(bytes)])
    }

    @Test func looksLikeACompiler() {
        let text = "{\n    deadline: 800ms,\n    phase: \"measure\",\n    phase: 'enforce',\n}"
        #expect(
            rendered(text) == """
                policies/android.json5:2:15: error: unexpected `800ms` [json.syntax]
                  2 |     deadline: 800ms,
                    |               ^^^^^ text needs quotes: "800ms"

                policies/android.json5:4:5: error: the key `phase` is given twice [json.duplicate-key]
                  4 |     phase: 'enforce',
                    |     ^^^^^
                    = first given at 3:5
                """
        )
    }

    @Test func rendersARemarkOfAnotherModule() {
        let source = SourceText(Array("{\n  sharpnes: 1 }".utf8))
        let diagnostic = Diagnostic(
            .error,
            code: "policy.unknown-key",
            file: "a.json5",
            start: SourcePosition(line: 2, column: 3, offset: 4),
            end: SourcePosition(line: 2, column: 11, offset: 12),
            field: "gate",
            message: "unknown key \"sharpnes\"",
            hint: "did you mean \"sharpness\"?",
            notes: ["keys of gate: deadline, sharpness"]
        )
        #expect(
            diagnostic.rendered(source: source) == """
                a.json5:2:3: error: unknown key "sharpnes" [policy.unknown-key]
                  2 |   sharpnes: 1 }
                    |   ^^^^^^^^ did you mean "sharpness"?
                    = keys of gate: deadline, sharpness
                """
        )
        #expect(
            diagnostic.rendered() == """
                a.json5:2:3: error: unknown key "sharpnes" [policy.unknown-key]
                    = did you mean "sharpness"?
                    = keys of gate: deadline, sharpness
                """
        )
    }

    @Test func leavesOutThePlaceOfAWholeFile() {
        let diagnostic = Diagnostic(.warning, code: "policy.x", file: "a.json5", start: nil, message: "no cap")
        #expect(diagnostic.rendered(source: SourceText([])) == "a.json5: warning: no cap [policy.x]")
    }

    @Test func quotesTheEndOfAFile() {
        #expect(
            rendered("[1,\n", dialect: .json) == """
                policies/android.json5:2:1: error: expected `]`, found the end of the document [json.syntax]
                  2 |
                    | ^
                    = `[` opened at 1:1
                """
        )
    }

    @Test func marksOneLineOfAValueThatSpansMore() {
        let source = SourceText(Array("{a: [\n1]}".utf8))
        let diagnostic = Diagnostic(
            .error,
            code: "c",
            file: "f",
            start: SourcePosition(line: 1, column: 5, offset: 4),
            end: SourcePosition(line: 2, column: 3, offset: 8),
            message: "m"
        )
        #expect(diagnostic.rendered(source: source) == "f:1:5: error: m [c]\n  1 | {a: [\n    |     ^")
    }

    @Test func makesRoomForLineNumbers() {
        let text = String(repeating: "\n", count: 12_344) + "nope"
        #expect(rendered(text).hasSuffix("\n12345 | nope\n      | ^^^^ text needs quotes: \"nope\""))
    }

    @Test func countsWideAndCombiningCharacters() {
        #expect(
            rendered("{'壁紙e\u{0301}': nope}") == """
                policies/android.json5:1:10: error: unexpected `nope` [json.syntax]
                  1 | {'壁紙e\u{0301}': nope}
                    |           ^^^^ text needs quotes: "nope"
                """
        )
    }

    @Test func showsControlCharactersAsEscapes() {
        #expect(
            rendered("{\t'\u{1B}[31m\u{202E}': nope}") == """
                policies/android.json5:1:13: error: unexpected `nope` [json.syntax]
                  1 | {    '\\u{1b}[31m\\u{202e}': nope}
                    |                            ^^^^ text needs quotes: "nope"
                """
        )
        let hostile = Diagnostic(
            .note,
            code: "c",
            file: "a\u{1B}.json5",
            start: nil,
            message: "x\u{0}\r\n\ty\u{2028}",
            hint: "h\u{7F}",
            notes: ["n\u{9B}"]
        )
        #expect(
            hostile.rendered() == """
                a\\u{1b}.json5: note: x\\u{0}\\r\\n\\ty\\u{2028} [c]
                    = h\\u{7f}
                    = n\\u{9b}
                """
        )
    }

    @Test(arguments: [(0, 60, false, true), (40, 60, true, true), (300, 60, true, false)])
    func quotesSixtyCellsOfALongLine(_ before: Int, _ cells: Int, _ cutsBefore: Bool, _ cutsAfter: Bool) throws {
        let line =
            "[" + String(repeating: "1,", count: before) + "nope" + String(repeating: ",2", count: 305 - before) + "]"
        let lines = rendered(line).split(separator: "\n")
        let quote = try #require(lines[1].split(separator: "| ", maxSplits: 1).last)
        #expect(quote.hasPrefix("…") == cutsBefore)
        #expect(quote.hasSuffix("…") == cutsAfter)
        #expect(quote.filter { $0 != "…" }.count == cells)
        let start = try #require(lines[2].firstIndex(of: "^"))
        let column = lines[2].distance(from: lines[2].startIndex, to: start)
        #expect(lines[1].dropFirst(column).hasPrefix("nope"))
        #expect(lines[2].dropFirst(column).hasPrefix("^^^^ "))
    }

    @Test func keepsTheOrderOfFilesAndPlaces() {
        func make(_ file: String, _ offset: Int?, _ code: String) -> Diagnostic {
            let start = offset.map { SourcePosition(line: 1, column: $0 + 1, offset: $0) }
            return Diagnostic(.error, code: code, file: file, start: start, message: "")
        }
        let mixed = [
            make("b", 1, "1"), make("a", 9, "2"), make("a", nil, "3"), make("a", 2, "4"), make("b", 1, "5"),
            make("a", 10, "6"),
        ]
        #expect(mixed.sortedByPosition().map(\.code) == ["3", "4", "2", "6", "1", "5"])
    }
}
