import Documents
import Testing

/// Whole numbers, however programs write them.
struct WholeNumberTests {
    @Test(
        arguments: [
            ("42", 42), ("-7", -7), ("42.0", 42), ("4.2e1", 42), ("1e3", 1000), ("-0.0", 0), ("0", 0),
            ("9223372036854775807", .max), ("9007199254740992.0", 9_007_199_254_740_992),
            ("9007199254740994.0", nil), ("1e18", nil), ("42.5", nil), ("1e-3", nil), ("1e300", nil), ("\"42\"", nil),
            ("null", nil), ("true", nil),
        ] as [(String, Int64?)]
    )
    func readsWhatLosesNoDigit(text: String, number: Int64?) throws {
        let root = try #require(DocumentReader.read(Array(text.utf8), file: "t", dialect: .json).root)
        #expect(root.wholeNumber == number)
    }
}
