import Documents
import Testing

@testable import Server

struct WrittenReasonTests {
    @Test(
        arguments: [
            ("", "must say why: it is blank"), (" \t ", "must say why: it is blank"), ("a cat", nil),
            ("Zu viele Ablehnungen – 写真 👩‍👩‍👧", nil), (String(repeating: "é", count: 1_000), nil),
            (String(repeating: "é", count: 1_001), "takes at most 1000 characters, found 1001"),
            // One character to a reader, and as long as one likes.
            ("e" + String(repeating: "\u{301}", count: 5_000), "takes at most 1000 characters, found 5001"),
            ("a\u{1b}[2J", "must be one line without control characters"),
            ("a\nb", "must be one line without control characters"),
            ("a\u{2028}b", "must be one line without control characters"),
            ("a\u{9b}b", "must be one line without control characters"),
            ("a\u{202e}b", "must be one line without control characters"),
        ] as [(String, String?)]
    )
    func isOneLineThatSaysWhy(text: String, fault: String?) {
        #expect(WrittenReason.fault(of: text) == fault)
    }

    @Test(.timeLimit(.minutes(5)))
    func isLimitedWhereverOneIsTaken() async throws {
        try await ServerUnderTest.run { server in
            let long = JSON.string(String(repeating: "x", count: 1_001))
            let document = try await server.get("/v1/profiles/ios", key: ServerUnderTest.adminKey)
            let text = JSON.string(try #require(document.string("document.text")))
            let requests: [(path: String, body: JSON)] = [
                ("profiles/ios:apply", ["document": text, "base": 1, "reason": long]),
                ("profiles/ios:rollback", ["revision": 1, "reason": long]),
                ("rollout:promote", ["reason": long]), ("rollout:end", ["reason": long]),
                ("audits/nobody", ["finding": "falseReject", "reason": long]),
            ]
            for (path, body) in requests {
                let answer = try await server.request(
                    "POST",
                    "/v1/\(path)",
                    key: ServerUnderTest.adminKey,
                    body: body.encoded()
                )
                #expect(answer.status == 400, "\(path)")
                #expect(answer.string("code") == "invalid_field", "\(path)")
                #expect(answer.string("detail") == "`reason` takes at most 1000 characters, found 1001", "\(path)")
            }
        }
    }

    @Test func isWhatTheContractSays() throws {
        let schema = try #require(Contract().root["components"]?["schemas"]?["WrittenReason"])
        #expect(schema["maxLength"]?.integer == Int64(WrittenReason.longest))
    }
}
