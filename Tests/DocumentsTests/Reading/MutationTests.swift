import Documents
import TestSupport
import Testing

/// Hostile and broken documents: no crash, no endless run, no nonsense in the diagnostics.
@Suite struct MutationTests {
    private static let seeds = [
        #"{"name":"android","gate":{"min":0.18,"list":[1,-2.5e3,true,null,"\u00e9\uD83D\uDE00"]},"b":[[],{}]}"#,
        "// c\n{ name: 'a', gate: { min: .5, hex: 0x1F, /* x */ list: [+1, 2., 'l\\\nm',], }, ключ: \"\\x41\" }\n",
        "\u{FEFF}[\"😀\", {\"a\": {\"b\": {\"c\": [1e308, -0, 12345678901234567890]}}}, \"\\\"\\\\/\"]",
    ]
    private static let pieces = [
        "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "/", "*", "//", "/*", "*/", "\n", "\r", "0", "0x", "1e", ".",
        "-", "+", "NaN",
        "\\u", "\\uD800", "\u{2028}", "\u{FEFF}", "é", "=", "#", "true", "a", " ", "\u{0}",
    ]

    @Test(arguments: (0..<20).map { UInt64($0) }, [DocumentReader.Dialect.json, .json5]) func survives(
        seed: UInt64,
        _ dialect: DocumentReader.Dialect
    ) {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<200 {
            var bytes = Array((Self.seeds.randomElement(using: &generator) ?? "").utf8)
            for _ in 0..<Int.random(in: 1...6, using: &generator) { Self.mutate(&bytes, &generator) }
            let result = DocumentReader.read(bytes, file: "x", dialect: dialect, maxDepth: 8)
            if let fault = Self.fault(of: result, for: bytes) {
                Issue.record("seed \(seed), round \(round): \(fault) of \(bytes)")
            }
        }
    }

    /// What is wrong with a result, if anything is.
    private static func fault(of result: DocumentReader.Result, for bytes: [UInt8]) -> String? {
        if (result.root == nil) == result.diagnostics.isEmpty { return "root and mistakes" }
        if result.diagnostics.count > DocumentReader.mostMistakes { return "number of mistakes" }
        let source = SourceText(bytes)
        var last = 0
        for diagnostic in result.diagnostics {
            let start = diagnostic.start?.offset ?? -1
            let end = diagnostic.end?.offset ?? -1
            if start < last || end < start || end > bytes.count { return "place" }
            last = start
            let rendered = diagnostic.rendered(source: source)
            if rendered.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A }) { return "control character" }
        }
        guard let root = result.root else { return nil }
        // What was read is written as JSON that reads back alike, strictly.
        let json = JSON(root)
        for pretty in [false, true] {
            let again = DocumentReader.read(json.encoded(pretty: pretty), file: "y", dialect: .json)
            if again.root.map({ JSON($0) }) != json { return "round trip" }
        }
        return nil
    }

    private static func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let length = min(Int.random(in: 0...8, using: &generator), bytes.count - place)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
            bytes.replaceSubrange(place..<place + length, with: (pieces.randomElement(using: &generator) ?? "").utf8)
        case 1: bytes.removeSubrange(place..<place + length)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
        default: bytes.removeSubrange(place...)
        }
    }

    /// Time grows with the size, not with its square: these would take hours otherwise.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("[", "1,", "1]"), ("[", "[],", "1]"), ("{", "\"k\":1,", "\"k\":1}"), ("\"", "\\u0041", "\""),
            ("/*", "*", "*/1"),
            ("[", "@ ", "]"), ("[", "1 ", "]"), ("{", "a ", "}"), ("{", "a:{", ""), ("", "\u{FEFF}", ""),
            ("[", "\"", "]"),
            ("{a:1 ", "a", ":"), ("", "'\\", ""), ("", "\n", "]"), ("[", "/*", ""), ("1", "0", ""), ("", "}", ""),
        ]
    )
    func takesLinearTime(_ start: String, _ unit: String, _ end: String) {
        let text = start + String(repeating: unit, count: 250_000 / unit.utf8.count) + end
        for dialect in [DocumentReader.Dialect.json, .json5] {
            let result = DocumentReader.read(Array(text.utf8), file: "x", dialect: dialect)
            #expect((result.root == nil) == !result.diagnostics.isEmpty)
        }
    }
}
