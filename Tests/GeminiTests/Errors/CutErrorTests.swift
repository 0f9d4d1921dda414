import Documents
import Testing

@testable import Gemini

@Suite struct CutErrorTests {
    private static let cut = "(cut: the answer was too long to be read)"
    private static let long = String(repeating: "x", count: 1_998)

    /// Whatever the beginning, what is made of it can be read.
    @Test(
        arguments: [
            (
                #"{"error": {"code": 400, "message" : "no \"such\"\nthing", "details": ["#, "no \"such\"\nthing… ",
                "INVALID_ARGUMENT"
            ),
            (#"{"error":{"message":"a","status":"NOT_FOUND","details":[{"#, "a… ", "NOT_FOUND"),
            (#"{"error":{"status":"not a name","message":"a"#, "a… ", "INVALID_ARGUMENT"),
            (#"{"error":{"message":"half \u00"#, "half … ", "INVALID_ARGUMENT"),
            (#"{"error":{"message":"half \"#, "half … ", "INVALID_ARGUMENT"),
            (#"{"error":{"message":"smile \ud83d\ude"#, "smile … ", "INVALID_ARGUMENT"),
            (#"{"error":{"message":"\#(long)é and on"#, "\(long)é… ", "INVALID_ARGUMENT"),
            (#"{"error":{"message":"\#(long)y€ and on"#, "\(long)y… ", "INVALID_ARGUMENT"),
            (#"{"error":{"message":5,"#, "", "INVALID_ARGUMENT"), ("<html>", "", "INVALID_ARGUMENT"),
            ("", "", "INVALID_ARGUMENT"),
        ]
    )
    func isAWholeStatusAgain(beginning: String, message: String, status: String) throws {
        let body = CutError.body(status: 400, beginning: Array(beginning.utf8))
        let error = try #require(DocumentReader.read(body, file: "a", dialect: .json).root?["error"])
        #expect(error["code"]?.integer == 400)
        #expect(error["message"]?.string == message + Self.cut)
        #expect(error["status"]?.string == status)
    }

    @Test(arguments: [
        (400, "INVALID_ARGUMENT"), (401, "UNAUTHENTICATED"), (402, "RESOURCE_EXHAUSTED"), (403, "PERMISSION_DENIED"),
        (404, "NOT_FOUND"), (409, "ABORTED"), (415, "INVALID_ARGUMENT"), (429, "RESOURCE_EXHAUSTED"),
        (499, "CANCELLED"), (500, "INTERNAL"), (503, "UNAVAILABLE"), (504, "DEADLINE_EXCEEDED"), (302, "INTERNAL"),
    ])
    func isNamedAsTheAPINamesIt(status: Int, name: String) { #expect(CanonicalCode.name(status: status) == name) }
}
