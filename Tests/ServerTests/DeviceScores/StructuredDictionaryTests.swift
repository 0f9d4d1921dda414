import Documents
import Testing

@testable import Server

struct StructuredDictionaryTests {
    @Test(
        arguments: [
            ("", [:]), ("a=1", ["a": 1]), ("a=-12.5", ["a": -12.5]), ("a", ["a": true]),
            ("a=?0,\t b=?1", ["a": false, "b": true]),
            ("thermal=fair, tz=\"Asia/Tokyo\"", ["thermal": "fair", "tz": "Asia/Tokyo"]),
            ("a=\"q\\\"\\\\\"", ["a": "q\"\\"]), ("a=1;x=2;y, b=t/:*", ["a": 1, "b": "t/:*"]), ("a=1, a=2", ["a": 2]),
            ("  a=1  ", ["a": 1]), ("*k_-.9=x", ["*k_-.9": "x"]),
        ] as [(String, [String: JSON])]
    )
    func readsItems(text: String, items: [String: JSON]) {
        #expect(StructuredDictionary(text)?.items == items)
    }

    @Test(
        arguments: [
            "a=1,", ",a=1", "a=", "A=1", "a=1 b=2", "a=1.", "a=.5", "a=1.2345", "a=\"open", "a=\"\\x\"", "a=?2",
            "a=(1 2)",
            "a=:AA==:", "a=1;", "1=a", "a=--1", "a=1234567890123456", "a=é",
        ]
    )
    func refusesWhatIsNone(text: String) {
        #expect(StructuredDictionary(text)?.items == nil)
    }
}
