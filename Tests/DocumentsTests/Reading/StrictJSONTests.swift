import Documents
import Testing

/// One text and what RFC 8259 says about it.
struct StrictCase: Sendable, CustomTestStringConvertible {
    let text: [UInt8]
    /// The code and byte offset of the first mistake.
    let code: String
    let offset: Int

    init(_ text: String, _ code: String, at offset: Int) {
        self.init(bytes: Array(text.utf8), code, at: offset)
    }

    init(bytes: [UInt8], _ code: String, at offset: Int) {
        text = bytes
        self.code = code
        self.offset = offset
    }

    var testDescription: String { String(decoding: text, as: UTF8.self) }
}

@Suite struct StrictJSONTests {
    static let accepted = [
        "null", "true", "false", "0", "-0", "1", "-1", "10", "0.0", "0.5", "-0.5", "1e1", "1E1", "1e+1", "1e-1", "0e0",
        "0E+1", "1.5e300", "123456789012345678901234567890", "1e-999", "9223372036854775807", "-9223372036854775808",
        "\"\"", "\"a\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0041\"", "\"\\u00e9\"", "\"\\uD83D\\uDE00\"", "\"é😀\"",
        "\"\u{7F}\"", "\"\u{2028}\u{2029}\"", "\"\\u0000\"", "\"\\uFFFF\"", "\"// no comment\"", "\"'\"", "[]", "[ ]",
        "{}",
        "{ }", "[1]", "[1,2]", "[[],[[]]]", "{\"a\":1}", "{\"\":0}", "{\"a\":{\"a\":{}}}", "{\"a\":[],\"b\":{}}",
        " \t\r\n1 \t\r\n", "[\n1\n,\n2\n]", "\u{FEFF}1", "\u{FEFF}{\"a\":1}", "{\"a\":null,\"A\":null}",
    ]

    @Test(arguments: accepted) func accepts(_ text: String) {
        let result = DocumentReader.read(Array(text.utf8), file: "x", dialect: .json)
        #expect(result.diagnostics == [])
        #expect(result.root != nil)
    }

    static let refused: [StrictCase] = [
        StrictCase("", "json.syntax", at: 0),
        StrictCase("   ", "json.syntax", at: 3),
        StrictCase("\u{FEFF}", "json.syntax", at: 3),
        StrictCase("\u{FEFF}\u{FEFF}1", "json.syntax", at: 3),
        StrictCase("1 2", "json.syntax", at: 2),
        StrictCase("{}}", "json.syntax", at: 2),
        StrictCase("[1]x", "json.syntax", at: 3),
        StrictCase("nul", "json.syntax", at: 0),
        StrictCase("nulll", "json.syntax", at: 0),
        StrictCase("True", "json.syntax", at: 0),
        StrictCase("[1,]", "json.syntax", at: 2),
        StrictCase("[1,,2]", "json.syntax", at: 3),
        StrictCase("[,1]", "json.syntax", at: 1),
        StrictCase("[,]", "json.syntax", at: 1),
        StrictCase("[1 2]", "json.syntax", at: 3),
        StrictCase("[1", "json.syntax", at: 2),
        StrictCase("[", "json.syntax", at: 1),
        StrictCase("]", "json.syntax", at: 0),
        StrictCase("[}", "json.syntax", at: 1),
        StrictCase("{", "json.syntax", at: 1),
        StrictCase("{]", "json.syntax", at: 1),
        StrictCase("{\"a\"}", "json.syntax", at: 1),
        StrictCase("{\"a\":}", "json.syntax", at: 1),
        StrictCase("{\"a\":1,}", "json.syntax", at: 6),
        StrictCase("{,}", "json.syntax", at: 1),
        StrictCase("{\"a\":1 \"b\":2}", "json.syntax", at: 7),
        StrictCase("{\"a\" 1}", "json.syntax", at: 5),
        StrictCase("{\"a\":1;\"b\":2}", "json.syntax", at: 6),
        StrictCase("{a:1}", "json.syntax", at: 1),
        StrictCase("{'a':1}", "json.syntax", at: 1),
        StrictCase("{1:1}", "json.syntax", at: 1),
        StrictCase("'a'", "json.syntax", at: 0),
        StrictCase("\"a", "json.syntax", at: 0),
        StrictCase("\"a\nb\"", "json.syntax", at: 0),
        StrictCase("\"a\tb\"", "json.syntax", at: 2),
        StrictCase("\"a\u{0}b\"", "json.syntax", at: 2),
        StrictCase("\"\u{1F}\"", "json.syntax", at: 1),
        StrictCase("\"\\a\"", "json.syntax", at: 1),
        StrictCase("\"\\'\"", "json.syntax", at: 1),
        StrictCase("\"\\x41\"", "json.syntax", at: 1),
        StrictCase("\"\\u12\"", "json.syntax", at: 1),
        StrictCase("\"\\u12g4\"", "json.syntax", at: 1),
        StrictCase("\"\\U0041\"", "json.syntax", at: 1),
        StrictCase("\"\\\n\"", "json.syntax", at: 1),
        StrictCase("\"\\", "json.syntax", at: 0),
        StrictCase("\"a\\uD800\"", "json.encoding", at: 2),
        StrictCase("\"\\uDC00\"", "json.encoding", at: 1),
        StrictCase("\"\\uD800\\u0041\"", "json.encoding", at: 1),
        StrictCase("\"\\uD83D\\uD83D\"", "json.encoding", at: 1),
        StrictCase("\"\\uD83Dx\"", "json.encoding", at: 1),
        StrictCase("01", "json.number", at: 0),
        StrictCase("-01", "json.number", at: 0),
        StrictCase("00", "json.number", at: 0),
        StrictCase("1.", "json.number", at: 0),
        StrictCase(".5", "json.number", at: 0),
        StrictCase("-.5", "json.number", at: 0),
        StrictCase("-", "json.number", at: 0),
        StrictCase("+1", "json.number", at: 0),
        StrictCase("1e", "json.number", at: 0),
        StrictCase("1e+", "json.number", at: 0),
        StrictCase("[1.e1]", "json.number", at: 1),
        StrictCase("0x10", "json.syntax", at: 0),
        StrictCase("1_000", "json.syntax", at: 0),
        StrictCase("1e999", "json.number", at: 0),
        StrictCase("-1e999", "json.number", at: 0),
        StrictCase("NaN", "json.number", at: 0),
        StrictCase("[Infinity]", "json.number", at: 1),
        StrictCase("-Infinity", "json.number", at: 0),
        StrictCase("// a\n1", "json.syntax", at: 0),
        StrictCase("/* a */1", "json.syntax", at: 0),
        StrictCase("1 // a", "json.syntax", at: 2),
        StrictCase("{\"a\":1 /* x */}", "json.syntax", at: 7),
        StrictCase("# a\n1", "json.syntax", at: 0),
        StrictCase("1\u{0B}", "json.syntax", at: 1),
        StrictCase("1\u{A0}", "json.syntax", at: 1),
        StrictCase("1\u{2028}", "json.syntax", at: 1),
        StrictCase("{\"a\":1,\"a\":2}", "json.duplicate-key", at: 7),
        StrictCase("{\"a\":1,\"\\u0061\":1}", "json.duplicate-key", at: 7),
        StrictCase(bytes: [0x22, 0xFF, 0x22], "json.encoding", at: 1),
        StrictCase(bytes: [0x22, 0xC0, 0x80, 0x22], "json.encoding", at: 1),
        StrictCase(bytes: [0x22, 0xE0, 0x80, 0x80, 0x22], "json.encoding", at: 1),
        StrictCase(bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], "json.encoding", at: 1),
        StrictCase(bytes: [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "json.encoding", at: 1),
        StrictCase(bytes: [0x22, 0xC3], "json.encoding", at: 1),
        StrictCase(bytes: [0x22, 0xE2, 0x82, 0x22], "json.encoding", at: 1),
        StrictCase(bytes: [0x7B, 0x00, 0x7D, 0x00], "json.encoding", at: 0),
        StrictCase(bytes: [0x00, 0x7B, 0x00, 0x7D], "json.encoding", at: 0),
        StrictCase(bytes: [0xFF, 0xFE, 0x31, 0x00], "json.encoding", at: 0),
        StrictCase(bytes: [0x00, 0x00, 0x00, 0x31], "json.encoding", at: 0),
    ]

    @Test(arguments: refused) func refuses(_ item: StrictCase) {
        let result = DocumentReader.read(item.text, file: "x", dialect: .json)
        #expect(result.root == nil)
        #expect(result.diagnostics.first?.code == item.code)
        #expect(result.diagnostics.first?.start?.offset == item.offset)
        #expect(result.diagnostics.count == 1)
    }

    @Test func keepsEveryDigit() throws {
        let text = "[12345678901234567890, 0.1, -0, 9007199254740993, 1.0, 1e2]"
        let items = try #require(DocumentReader.read(Array(text.utf8), file: "x", dialect: .json).root?.array)
        #expect(
            items.compactMap(\.number?.text) == ["12345678901234567890", "0.1", "-0", "9007199254740993", "1.0", "1e2"]
        )
        #expect(items.map(\.integer) == [nil, nil, 0, 9_007_199_254_740_993, nil, nil])
        #expect(items.map(\.double) == [12_345_678_901_234_567_168, 0.1, -0.0, 9_007_199_254_740_992, 1, 100])
    }

    @Test func resolvesEscapes() {
        let text = "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00é\""
        let root = DocumentReader.read(Array(text.utf8), file: "x", dialect: .json).root
        #expect(root?.string == "\"\\/\u{8}\u{C}\n\r\té😀é")
    }

    @Test(arguments: [DocumentReader.Dialect.json, .json5]) func refusesHostileDepth(_ dialect: DocumentReader.Dialect)
    {
        for opener in ["[", "{\"a\":"] {
            let text = String(repeating: opener, count: 200_000)
            let result = DocumentReader.read(Array(text.utf8), file: "x", dialect: dialect, maxDepth: .max)
            #expect(result.root == nil)
            #expect(result.diagnostics.first?.code == "json.depth")
            #expect(result.diagnostics.first?.start?.offset == opener.utf8.count * DocumentReader.deepestNesting)
        }
    }

    /// Containers stand in a list while they are read, so the deepest document fits the smallest stack.
    @Test func readsTheDeepestDocument() {
        let depth = DocumentReader.deepestNesting
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(DocumentReader.read(Array(text.utf8), file: "x", dialect: .json, maxDepth: depth).root != nil)
    }

    @Test(arguments: [DocumentReader.Dialect.json, .json5]) func refusesTooManyValues(_ dialect: DocumentReader.Dialect)
    {
        func codes(_ text: String, most: Int) -> [String] {
            DocumentReader.read(Array(text.utf8), file: "x", dialect: dialect, maxValues: most).diagnostics.map(\.code)
        }
        // The object, the array and its three numbers.
        #expect(codes("{\"a\":[1,2,3]}", most: 5) == [])
        #expect(codes("{\"a\":[1,2,3]}", most: 4) == ["json.size"])
        let many = "[" + String(repeating: "[],", count: DocumentReader.mostValues) + "1]"
        #expect(DocumentReader.read(Array(many.utf8), file: "x", dialect: dialect).root == nil)
    }

    @Test func countsNestingFromOne() {
        let deep = Array("[[[]]]".utf8)
        #expect(DocumentReader.read(deep, file: "x", dialect: .json, maxDepth: 3).root != nil)
        #expect(
            DocumentReader.read(deep, file: "x", dialect: .json, maxDepth: 2).diagnostics.map(\.code) == ["json.depth"]
        )
        #expect(DocumentReader.read(Array("1".utf8), file: "x", dialect: .json, maxDepth: 0).root?.integer == 1)
    }
}
