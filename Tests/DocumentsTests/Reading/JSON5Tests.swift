import Documents
import Testing

@Suite struct JSON5Tests {
    /// A text and the JSON it stands for.
    @Test(arguments: [
        ("{}", "{}"), ("[]", "[]"), ("[1,]", "[1]"), ("{a:1,}", #"{"a":1}"#), ("// x\n1", "1"),
        ("/* x */ 1 /* y */", "1"),
        ("1 // x", "1"), ("/**/1", "1"), ("/* * / ** */1", "1"), ("// a\r1", "1"), ("// a\u{2028}1", "1"),
        ("[1,// one\n2]", "[1,2]"), ("'a'", #""a""#), (#"'a"b'"#, #""a\"b""#), (#""a'b""#, #""a'b""#),
        (#"'a\'b'"#, #""a'b""#), ("'a\\\nb'", #""ab""#), ("'a\\\r\nb'", #""ab""#), ("'a\\\rb'", #""ab""#),
        ("'a\\\u{2028}b\\\u{2029}c'", #""abc""#), ("'a\u{2028}b'", "\"a\u{2028}b\""),
        (#"'\x41\u0042\v\0'"#, #""AB\u000b\u0000""#),
        (#"'\xe9'"#, #""é""#), (#"'\q\é\😀'"#, #""qé😀""#), ("'a\tb'", #""a\tb""#), (#"'\uD83D\uDE00'"#, #""😀""#),
        ("{a:1}", #"{"a":1}"#), ("{$_a1:1}", #"{"$_a1":1}"#), ("{ä:1}", #"{"ä":1}"#), ("{ключ:1}", #"{"ключ":1}"#),
        ("{名前:1}", #"{"名前":1}"#), (#"{\u0061b:1}"#, #"{"ab":1}"#), (#"{a\u0062:1}"#, #"{"ab":1}"#),
        ("{a\u{0301}:1}", "{\"a\u{0301}\":1}"), ("{a\u{200D}b:1}", "{\"a\u{200D}b\":1}"), ("{ⅷ:1}", #"{"ⅷ":1}"#),
        ("{true:1,null:2,NaN:3}", #"{"true":1,"null":2,"NaN":3}"#), ("{'a b':1,\"c\":2}", #"{"a b":1,"c":2}"#),
        ("0x1F", "31"), ("0XaB", "171"), ("-0x10", "-16"), ("+0x10", "16"),
        ("0x7FFFFFFFFFFFFFFF", "9223372036854775807"),
        ("-0x8000000000000000", "-9223372036854775808"), ("0x10000000000000000", "1.8446744073709552e+19"),
        ("+1", "1"), ("-1", "-1"), (".5", "0.5"), ("-.5", "-0.5"), ("+.5e1", "5.0"), ("5.", "5.0"), ("5.e1", "50.0"),
        ("-0", "-0.0"),
        ("1e3", "1000.0"), ("0", "0"), ("\u{FEFF}1", "1"), ("\u{A0}1\u{2003}\u{0B}\u{0C}\u{2028}\u{FEFF}", "1"),
        ("[true,false,null]", "[true,false,null]"),
    ])
    func reads(_ text: String, _ json: String) {
        let result = DocumentReader.read(Array(text.utf8), file: "x", dialect: .json5)
        #expect(result.diagnostics == [])
        #expect(result.root.map { JSON($0).text() } == json)
    }

    /// A text, the message of its only mistake, and the byte it starts at.
    @Test(arguments: [
        ("", "the document is empty", 0), ("// only\n", "the document is empty", 8),
        ("NaN", "`NaN` is no number a document may hold", 0),
        ("[Infinity]", "`Infinity` is no number a document may hold", 1),
        ("-Infinity", "`-Infinity` is no number a document may hold", 0),
        ("+NaN", "`+NaN` is no number a document may hold", 0), ("1e999", "`1e999` is too large", 0),
        ("010", "a number may not start with 0", 0), ("0x", "expected a hexadecimal digit", 0),
        ("0xg", "expected a hexadecimal digit", 0), (".", "expected a digit after the dot", 0),
        ("+", "expected a digit", 0),
        ("1e+", "expected a digit in the exponent", 0), ("- 1", "expected a digit", 0),
        ("{a:800ms}", "unexpected `800ms`", 3), ("{a:1_000}", "unexpected `1_000`", 3),
        ("{a:1.2.3}", "unexpected `1.2.3`", 3),
        ("{a:41%}", "unexpected `41%`", 3), ("{a:5eur}", "unexpected `5eur`", 3),
        ("{a:60 USD}", "expected `,` or `}`, found `U`", 6), ("{a:22:00}", "expected `,` or `}`, found `:`", 5),
        ("{a:enforce}", "unexpected `enforce`", 3), ("{a:True}", "unexpected `True`", 3),
        ("{a:no}", "unexpected `no`", 3),
        ("{a:None}", "unexpected `None`", 3), ("{a:@}", "expected a value, found `@`", 3),
        ("{a:“b”}", "expected a value, found a typographic quote", 3), ("{a}", "the key `a` has no value", 1),
        ("{a:}", "the key `a` has no value", 1), ("{a,b:1}", "the key `a` has no value", 1),
        ("{a=1}", "expected `:` after the key `a`, found `=`", 2),
        ("{a 1}", "expected `:` after the key `a`, found `1`", 3),
        ("{a{b:1}}", "expected `:` after the key `a`, found `{`", 2), ("{1:2}", "expected a key, found `1`", 1),
        ("{a:1 b:2}", "expected `,` before the next key", 5), ("[1 2]", "expected `,` between two values", 3),
        ("[1;2]", "expected `,` or `]`, found `;`", 2), ("[,1]", "expected a value, found `,`", 1),
        ("[1,,2]", "expected a value, found `,`", 3), ("{,}", "expected a key, found `,`", 1),
        ("{a:[1,2}", "expected `]`, found `}`", 7), ("{a:{b:1],c:2}", "expected `}`, found `]`", 7),
        ("{a:1]\nb:2}", "expected `}`, found `]`", 4), ("{a:1", "this `{` is never closed", 0),
        ("{a:[1,{b:[", "this `[` is never closed", 9), ("[1]]", "unexpected `]` after the end of the document", 3),
        ("1 2", "unexpected `2` after the end of the document", 2), ("'abc", "this string is never closed", 0),
        ("{a:'abc\n}", "this string is never closed", 3), ("{a:{b:'c }\n}", "this string is never closed", 6),
        (#"'\1'"#, #"`\1` is no escape"#, 1), (#"'\01'"#, #"`\0` is no escape"#, 1),
        (#"'\xg0'"#, #"`\x` is no escape"#, 1),
        (#"'\u00g0'"#, #"`\u` is no escape"#, 1), (#"'\uD800'"#, "half a surrogate pair is no character", 1),
        (#"{\u0020a:1}"#, "this escape makes no letter of a key", 1),
        (#"{a\x62:1}"#, "this escape makes no letter of a key", 2),
        (#"{\u0031:1}"#, "this escape makes no letter of a key", 1), ("/* a", "this comment is never closed", 0),
        ("{a:1 /* }", "this comment is never closed", 5), ("# a\n1", "`#` starts no comment here", 0),
        ("{a:1,'a':2}", "the key `a` is given twice", 5), ("{a:1,\\u0061:2}", "the key `a` is given twice", 5),
        ("\u{7F}", "expected a value, found U+007F", 0), ("/1", "expected a value, found `/`", 0),
    ])
    func refuses(_ text: String, _ message: String, _ offset: Int) {
        let result = DocumentReader.read(Array(text.utf8), file: "x", dialect: .json5)
        #expect(result.root == nil)
        #expect(result.diagnostics.map(\.message) == [message])
        #expect(result.diagnostics.first?.start?.offset == offset)
    }

    @Test(arguments: [
        ("{a:800ms}", "text needs quotes: \"800ms\""), ("{a:yes}", "did you mean true?"),
        ("{a:off}", "did you mean false?"),
        ("{a:undefined}", "did you mean null?"), ("{a=1}", "write `:`"), ("{a:„b“}", nil),
        ("'a", "close it with ' on its line"),
        (#"'C:\1'"#, #"a backslash is written twice: \\"#), ("{a:‘b’}", "write a straight quote: \""),
    ])
    func hints(_ text: String, _ hint: String?) {
        let result = DocumentReader.read(Array(text.utf8), file: "x", dialect: .json5)
        #expect(result.diagnostics.first?.hint == hint)
    }

    @Test func namesTheField() {
        let text = "{gate: {sharpness: {min: NaN}}, tiers: [{}, {name: x}], gate: 1}"
        let result = DocumentReader.read(Array(text.utf8), file: "x", dialect: .json5)
        #expect(result.diagnostics.map(\.field) == ["gate.sharpness.min", "tiers[1].name", "gate"])
        #expect(result.diagnostics.map(\.code) == ["json.number", "json.syntax", "json.duplicate-key"])
        #expect(result.diagnostics.last?.notes == ["first given at 1:2"])
    }

    @Test func findsDuplicatesAmongManyKeys() {
        let keys = (0..<500).map { "k\($0): \($0)" } + ["k3: 1", "k499: 2"]
        let result = DocumentReader.read(Array("{\(keys.joined(separator: ",\n"))}".utf8), file: "x", dialect: .json5)
        #expect(result.diagnostics.map(\.start?.line) == [501, 502])
        #expect(result.diagnostics.map(\.notes) == [["first given at 4:1"], ["first given at 500:1"]])
    }

    @Test func shortensLongTextInMessages() {
        let long = String(repeating: "x", count: 500)
        let result = DocumentReader.read(Array("{a:\(long)}".utf8), file: "x", dialect: .json5)
        #expect(result.diagnostics.first?.message == "unexpected `\(String(repeating: "x", count: 40))…`")
    }

    @Test(arguments: [DocumentReader.Dialect.json, .json5]) func refusesNumbersOfEndlessLength(
        _ dialect: DocumentReader.Dialect
    ) {
        let digits = String(repeating: "7", count: DocumentReader.longestNumber)
        #expect(DocumentReader.read(Array("0.\(digits.dropLast(2))".utf8), file: "x", dialect: dialect).root != nil)
        let result = DocumentReader.read(Array("0.\(digits)".utf8), file: "x", dialect: dialect)
        #expect(result.diagnostics.map(\.code) == ["json.number"])
        #expect(result.diagnostics.map(\.message) == ["a number of more than 1000 characters"])
    }
}
