import Documents
import TestSupport
import Testing

@Suite struct JSONTests {
    @Test(
        arguments: [
            (JSON.null, "null"), (true, "true"), (false, "false"), (0, "0"), (.integer(.min), "-9223372036854775808"),
            (.integer(.max), "9223372036854775807"), (0.1, "0.1"), (1.0, "1.0"), (.double(-0.0), "-0.0"),
            (.double(1e300), "1e+300"), (.double(.leastNonzeroMagnitude), "5e-324"), (.double(.nan), "null"),
            (.double(.infinity), "null"),
            (.double(-.infinity), "null"), ("", #""""#), ("a\"\\/b", #""a\"\\/b""#),
            ("\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}", "\"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001f\u{7F}\""),
            ("é😀\u{2028}", "\"é😀\u{2028}\""), ([], "[]"), ([1, "a", nil], #"[1,"a",null]"#), ([:], "{}"),
            (["b": 1, "a": [true]], #"{"b":1,"a":[true]}"#), (["\n": nil], #"{"\n":null}"#),
        ] as [(JSON, String)]
    )
    func writes(_ json: JSON, _ text: String) {
        #expect(json.text() == text)
        #expect(json.encoded() == Array(text.utf8))
    }

    @Test func indents() {
        let json: JSON = ["a": [], "b": [1, [2]], "c": [:], "d": ["e": "f"]]
        #expect(
            json.text(pretty: true) == """
                {
                  "a": [],
                  "b": [
                    1,
                    [
                      2
                    ]
                  ],
                  "c": {},
                  "d": {
                    "e": "f"
                  }
                }
                """
        )
    }

    @Test(arguments: [81, 82] as [UInt64]) func writesDoublesThatReadBackAlike(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            let number = Double(bitPattern: generator.next())
            guard number.isFinite else { continue }
            let read = DocumentReader.read(JSON.double(number).encoded(), file: "x", dialect: .json).root
            #expect(read?.double?.bitPattern == number.bitPattern, "seed \(seed)")
            #expect(read?.integer == nil, "seed \(seed)")
        }
    }

    @Test func writesEveryScalarValidly() {
        for start in stride(from: UInt32(0), to: 0x11_0000, by: 0x400) {
            let text = String(String.UnicodeScalarView((start..<start + 0x400).compactMap(Unicode.Scalar.init)))
            let read = DocumentReader.read(JSON.string(text).encoded(), file: "x", dialect: .json).root?.string
            #expect(read.map { Array($0.utf8) } == Array(text.utf8))
        }
    }

    @Test func keepsTheOrderOfKeys() throws {
        let text = #"{"z":1,"a":{"y":[1.5,-0,18446744073709551616]},"m":null}"#
        let root = try #require(DocumentReader.read(Array(text.utf8), file: "x", dialect: .json).root)
        #expect(JSON(root).text() == #"{"z":1,"a":{"y":[1.5,-0.0,1.8446744073709552e+19]},"m":null}"#)
        #expect(root["a"]?["y"]?.array?.count == 3)
        #expect(root["m"]?.isNull == true)
        #expect(root["b"] == nil)
        #expect(root["z"]?["x"] == nil)
        #expect(root["z"]?.bool == nil)
    }
}
