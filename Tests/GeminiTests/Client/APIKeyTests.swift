import Testing

@testable import Gemini

@Suite struct APIKeyTests {
    private static let secret = "AQ.Ab8-secret_0123456789"

    @Test func showsItselfNowhere() {
        let key = APIKey(Self.secret)
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!"\(key) \(String(reflecting: key)) \(dumped)".contains("secret"))
    }

    @Test(
        arguments: [
            ("\n \(secret)\r\n", secret), ("", nil), (" \n", nil), ("two words", nil), ("a\r\nb", nil),
            ("schlüssel", nil),
        ] as [(String, String?)]
    )
    func fitsIntoAHeaderOrIsNotSent(text: String, value: String?) { #expect(APIKey(text).headerValue == value) }

    @Test(arguments: [
        ("a \(secret) b \(secret)", "a ************************ b ************************"),
        ("A\(secret)\(secret)Z", "A************************************************Z"),
        (String(secret.dropLast()), String(secret.dropLast())), ("AAAA", "AAAA"), ("", ""), ("nothing", "nothing"),
    ])
    func isBlottedOutOfTexts(text: String, expected: String) { #expect(APIKey(Self.secret).blotted(text) == expected) }

    @Test(arguments: [
        ("gemini-3.5-flash-lite", "gemini-3.5-flash-lite"), ("my/custom", "my/custom"),
        ("a b?c#d:e%", "a%20b%3Fc%23d%3Ae%25"),
        ("é", "%C3%A9"),
    ])
    func encodesModelsForAPath(model: String, segment: String) { #expect(HeaderText.pathSegment(model) == segment) }

    @Test(arguments: [
        ("v1beta/models/gemini-3.5-flash-lite:generateContent", true), ("v1/models", true), ("v1/models/a_b~1", true),
        ("v1/models/..", false), ("v1/models/../files", false), ("v1/./models", false), ("v1//models", false),
        ("/v1/models", false), ("v1/models/", false), ("", false), ("v1/models/..%2Ffiles", false),
        ("v1/models/a?key=b", false), ("v1/models/a b", false), ("v1/models/é", false), ("v1/models/a\\b", false),
    ])
    func knowsPathsThatMeanThemselves(path: String, isPlain: Bool) { #expect(HeaderText.isPlain(path) == isPlain) }
}
