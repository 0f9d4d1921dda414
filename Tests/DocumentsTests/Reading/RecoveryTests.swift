import Documents
import Testing

/// Several mistakes in one file, each reported once and none made up.
@Suite struct RecoveryTests {
    private func places(_ text: String) -> [String] {
        DocumentReader.read(Array(text.utf8), file: "x", dialect: .json5).diagnostics.map { diagnostic in
            "\(diagnostic.start?.line ?? 0):\(diagnostic.start?.column ?? 0) \(diagnostic.message)"
        }
    }

    @Test func reportsEveryMistakeOfAPolicy() {
        let text = """
            // a policy
            {
              name: "android" scoreSpace: "torii/1",
              phase: enforce,
              gate: {
                sharpness: { min: 0.18, floor: 05, ceiling: 0.40 },
                deadline: 800ms,
                background: '#ffffff,
              },
              target { sendRate: 0.41, mode: "auto" },
              budget: { monthly: "60.00 USD",, timeZone = "Asia/Tokyo" },
              cache: { near: False },
              phase: "measure",
              keepThumbnails: ,
            }
            """
        #expect(
            places(text) == [
                "3:19 expected `,` before the next key",
                "4:10 unexpected `enforce`",
                "6:36 a number may not start with 0",
                "7:15 unexpected `800ms`",
                "8:17 this string is never closed",
                "10:10 expected `:` after the key `target`, found `{`",
                "11:34 expected a key, found `,`",
                "11:45 expected `:` after the key `timeZone`, found `=`",
                "12:18 unexpected `False`",
                "13:3 the key `phase` is given twice",
                "14:3 the key `keepThumbnails` has no value",
            ]
        )
    }

    @Test func goesOnAfterMistakesInsideNestedValues() {
        #expect(
            places("{a: {b: @ {c: [1, 2]} , d: ?}, e: !}") == [
                "1:9 expected a value, found `@`", "1:28 expected a value, found `?`",
                "1:35 expected a value, found `!`",
            ]
        )
        #expect(
            places("[@, {a: %}, [^], 'x\\1']") == [
                "1:2 expected a value, found `@`", "1:9 expected a value, found `%`",
                "1:14 expected a value, found `^`",
                "1:20 `\\1` is no escape",
            ]
        )
        #expect(places("[nope {a: 1, b: /* ] */ '}' } , yes]") == ["1:2 unexpected `nope`", "1:33 unexpected `yes`"])
    }

    @Test func goesOnAfterNestingThatIsTooDeep() {
        let text = "{a: [[[['],', /* ] */ \"]\" // ]\n]]]], b: @}"
        let result = DocumentReader.read(Array(text.utf8), file: "x", dialect: .json5, maxDepth: 2)
        #expect(result.diagnostics.map(\.code) == ["json.depth", "json.syntax"])
        #expect(result.diagnostics.map(\.start?.offset) == [5, 40])
        #expect(result.diagnostics.first?.message == "nested deeper than 2 levels")
    }

    @Test func saysOnceThatBytesAreNoText() {
        let bytes: [UInt8] =
            Array("{a: ".utf8) + [0xFF, 0xFE] + Array(", b: '".utf8) + [0xC3] + Array("', c: NaN}".utf8)
        let result = DocumentReader.read(bytes, file: "x", dialect: .json5)
        #expect(
            result.diagnostics.map(\.message) == [
                "not UTF-8: 0xFF", "not UTF-8: 0xFE", "not UTF-8: 0xC3", "`NaN` is no number a document may hold",
            ]
        )
        #expect(result.root == nil)
    }

    @Test func stopsAfterAHundredMistakes() {
        let text = "[" + String(repeating: "nope,\n", count: 1_000) + "]"
        #expect(places(text).count == DocumentReader.mostMistakes)
    }

    @Test func stopsAtTheFirstMistakeOnTheWire() {
        let text = "[nope, nope]"
        #expect(DocumentReader.read(Array(text.utf8), file: "x", dialect: .json).diagnostics.count == 1)
    }
}
