import Foundation
import Imaging
import Ledger
import Platform
import TestSupport
import Testing

@testable import Server

/// `/audits` in a browser.
struct AuditPageTests {
    private static func page(
        _ server: ServerUnderTest,
        _ path: String = "/audits",
        key: String = ServerUnderTest.adminKey
    ) async throws -> Answer {
        let text = String(decoding: Encoding.base64(Array("anna:\(key)".utf8)), as: UTF8.self)
        return try await server.request("GET", path, headers: [("Authorization", "Basic \(text)")])
    }

    private static func post(
        _ server: ServerUnderTest,
        _ fields: [(String, String)],
        headers: [(name: String, value: String)] = []
    ) async throws -> Answer {
        let text = String(decoding: Encoding.base64(Array("anna:\(ServerUnderTest.adminKey)".utf8)), as: UTF8.self)
        let body = fields.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        return try await server.request(
            "POST",
            "/audits",
            headers: [
                ("Authorization", "Basic \(text)"), ("Content-Type", "application/x-www-form-urlencoded"),
            ] + headers,
            body: Array(body.utf8)
        )
    }

    /// The value of the first hidden field of a name.
    private static func field(_ name: String, in page: String) throws -> String {
        let start = try #require(page.range(of: "name=\"\(name)\" value=\""))
        return String(page[start.upperBound...].prefix { $0 != "\"" })
    }

    @Test(.timeLimit(.minutes(10)))
    func judgesByAFormAndTakesBack() async throws {
        try await ServerUnderTest.run(try AuditTests.setup()) { server in
            let id = try await AuditTests.audit(server)
            let page = try await Self.page(server)
            #expect(page.status == 200)
            #expect(page.text.contains("1 of the last 30 days waits for a second judgement"))
            #expect(page.text.contains("Decision \(id)"))
            #expect(!page.text.contains("<img"))
            let policy = try #require(page.headers["content-security-policy"])
            #expect(policy.contains("default-src 'none'"))
            #expect(policy.contains("frame-ancestors 'none'"))
            let fields = [
                ("decision", id), ("edition", "0"), ("token", try Self.field("token", in: page.text)),
                ("finding", "rightReject"), ("reason", "a+thumb%2C+%3Cb%3E"),
            ]
            let done = try await Self.post(server, fields, headers: [("Origin", server.url)])
            #expect(done.status == 303)
            #expect(done.headers["location"] == "/audits?judged=\(id)")
            let kept = try await server.store.auditJudgements(decisionID: id)
            #expect(kept.map(\.reason) == ["a thumb, <b>"])
            #expect(kept.map(\.from) == ["page"])
            #expect(kept.map(\.by) == ["admin"])
            // The same form again comes from a page that is no longer true.
            #expect(try await Self.post(server, fields).string("code") == "conflict")
            let after = try await Self.page(server, "/audits?judged=\(id)").text
            #expect(after.contains("\(id): the gate was right."))
            let back = [
                ("decision", id), ("edition", "1"), ("token", try Self.field("token", in: after)),
                ("finding", "withdrawn"),
            ]
            #expect(try await Self.post(server, back).status == 303)
            #expect(
                try await server.store.auditJudgements(decisionID: id).map(\.finding) == [.rightReject, .withdrawn]
            )
        }
    }

    /// A browser sends the key along with whatever another site makes it send.
    @Test(.timeLimit(.minutes(10)))
    func refusesFormsOfOtherPages() async throws {
        try await ServerUnderTest.run(try AuditTests.setup()) { server in
            let id = try await AuditTests.audit(server)
            let token = try Self.field("token", in: try await Self.page(server).text)
            let form = [("decision", id), ("edition", "0"), ("finding", "falseReject")]
            let sealed = form + [("token", token)]
            let foreign = server.url.replacing("127.0.0.1", with: "evil.example")
            for (fields, headers) in [
                (form, []), (form + [("token", "00")], []), (form + [("token", String(repeating: "0", count: 64))], []),
                (sealed, [("Origin", foreign)]), (sealed, [("Origin", "null")]),
                (sealed, [("Sec-Fetch-Site", "cross-site")]), (sealed, [("Sec-Fetch-Site", "same-site")]),
            ] as [([(String, String)], [(name: String, value: String)])] {
                let answer = try await Self.post(server, fields, headers: headers)
                #expect(answer.status == 403)
                #expect(answer.string("code") == "forbidden")
            }
            #expect(try await server.store.auditJudgements(decisionID: id) == [])
            #expect(try await Self.post(server, sealed, headers: [("Sec-Fetch-Site", "same-origin")]).status == 303)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func asksABrowserForAnAdminKey() async throws {
        try await ServerUnderTest.run(try AuditTests.setup()) { server in
            let bare = try await server.get("/audits")
            #expect(bare.status == 401)
            #expect(bare.headers["www-authenticate"] == "Basic realm=\"torii\", charset=\"UTF-8\"")
            #expect(try await Self.page(server, key: "torii_made_up").status == 401)
            #expect(try await Self.page(server, key: ServerUnderTest.readKey).status == 403)
            #expect(try await server.request("POST", "/audits").status == 401)
            #expect(try await server.get("/audits", key: ServerUnderTest.adminKey).status == 200)
            // Nowhere else does a browser's way of sending a key open anything.
            #expect(try await Self.page(server, "/v1/audits").status == 401)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func showsPicturesWhereTheProfileKeepsThem() async throws {
        let folder = try TemporaryFolder()
        try await ServerUnderTest.run(try AuditTests.setup(folder, keepsThumbnails: true)) { server in
            let id = try await AuditTests.audit(server)
            let path = "\(folder.path)/thumbnails/\(id).jpg"
            let image = try ImageDecoder.image(from: try FileContent.readSecret(path))
            #expect(max(image.width, image.height) <= 256)
            let list = try await server.get("/v1/audits", key: ServerUnderTest.adminKey)
            #expect(list.string("audits.0.thumbnail") == path)
            #expect(try await Self.page(server).text.contains("src=\"data:image/jpeg;base64,/9j/"))
            // Rejects and sends that are no audits leave nothing.
            server.randomness.withLock { $0 = .max }
            _ = try await server.upload(try Pictures.blurred(7))
            _ = try await server.upload(try Pictures.sharp(seed: 7))
            #expect(try FolderContent.names(in: "\(folder.path)/thumbnails") == ["\(id).jpg"])
            let shelf = try #require(server.server.service.gateway.thumbnails)
            let now = server.clock.wallClock.now()
            await shelf.removeOld(at: now.advanced(bySeconds: 30 * 86_400 - 60))
            #expect(await shelf.path(of: id) == path)
            await shelf.removeOld(at: now.advanced(bySeconds: 30 * 86_400 + 60))
            #expect(await shelf.path(of: id) == nil)
            #expect(await shelf.path(of: "../ledger") == nil)
        }
    }
}
