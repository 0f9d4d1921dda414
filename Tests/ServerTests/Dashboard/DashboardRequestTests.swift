import Documents
import Foundation
import Platform
import TestSupport
import Testing

@testable import Server

/// `GET /dashboard` in all its forms.
struct DashboardRequestTests {
    @Test(.timeLimit(.minutes(10)))
    func answersInTheFormAskedFor() async throws {
        try await ServerUnderTest.run(try MixedLoad.setup()) { server in
            try await MixedLoad.send(to: server)
            let forms: [(query: String, accept: String?, type: String)] = [
                ("", nil, "text/plain; charset=utf-8"), ("", "*/*", "text/plain; charset=utf-8"),
                ("", "text/html,*/*;q=0.8", "text/html; charset=utf-8"), ("", "application/json", "application/json"),
                ("?format=json", "text/html", "application/json"),
                ("?format=text", "text/html", "text/plain; charset=utf-8"),
                ("?format=ansi", nil, "text/plain; charset=utf-8"), ("?format=html", nil, "text/html; charset=utf-8"),
            ]
            for form in forms {
                let headers = form.accept.map { [(name: "Accept", value: $0)] } ?? []
                let answer = try await server.request("GET", "/dashboard\(form.query)", headers: headers)
                #expect(answer.status == 200)
                #expect(answer.headers["content-type"] == form.type, "\(form)")
            }
            let ansi = try await server.get("/dashboard?format=ansi").text
            #expect(ansi.contains("\u{1B}[33mEMULATED"))
            let page = try await server.get("/dashboard?format=html")
            let policy = try #require(page.headers["content-security-policy"])
            let nonce = try #require(policy.firstMatch(of: #/script-src 'nonce-([0-9a-f]{32})'/#)?.1)
            #expect(page.text.contains("<script nonce=\"\(nonce)\">"))
            #expect(page.text.contains("prefers-color-scheme: dark"))
            #expect(page.text.contains("<span class=\"near\">EMULATED  </span>"))
            let part = try await server.get("/dashboard?format=html&part=screen").text
            #expect(part.hasPrefix("<span") && !part.contains("<html"))
        }
    }

    /// The numbers behind the cells are those of the report.
    @Test(.timeLimit(.minutes(10)))
    func carriesTheNumbersBehindEveryCell() async throws {
        try await ServerUnderTest.run(try MixedLoad.setup()) { server in
            try await MixedLoad.send(to: server)
            let screen = try await server.get("/dashboard?format=json")
            let report = try await server.get("/v1/reports/economics?format=json")
            #expect(screen.string("schema") == "torii.dashboard/1")
            for index in 0..<2 {
                for name in [
                    "uploads", "judged", "sent", "cached", "rejected", "costNanoUSD", "revenueNanoUSD", "savedNanoUSD",
                ] {
                    let shown = screen["profiles.\(index).month.\(name)"]?.integer
                    #expect(shown != nil && shown == report["rows.\(index).\(name)"]?.integer, "\(name)")
                }
                #expect(screen["profiles.\(index).caps.day.heldNanoUSD"]?.integer == 0)
            }
            #expect(screen["uploadsByHour"]?.array?.compactMap(\.integer).reduce(0, +) == 9)
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("format=xml", "format must be one of ansi, html, json, text, found `xml`"),
            ("glyphs=emoji", "glyphs must be one of ascii, utf8, found `emoji`"),
            ("color=red", "color must be one of always, never, found `red`"),
            ("height=0", "height must be 1...1000 lines, found `0`"),
            ("since=93d", "since must be today or 1d...92d, found `93d`"),
            ("since=7", "since must be today or 1d...92d, found `7`"),
        ]
    )
    func refusesWordsItDoesNotKnow(query: String, detail: String) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.get("/dashboard?\(query)")
            #expect(answer.status == 400)
            #expect(answer.string("detail") == detail)
        }
    }

    /// What matters least goes first where the screen is short.
    @Test(.timeLimit(.minutes(10)))
    func leavesOutTheLeastWhereTheScreenIsShort() async throws {
        try await ServerUnderTest.run(try MixedLoad.setup()) { server in
            try await MixedLoad.send(to: server)
            let whole = try await server.get("/dashboard?height=200").text
            #expect(whole.contains("Latest decisions") && whole.contains("Month to date"))
            for height in [30, 24, 14, 5] {
                let text = try await server.get("/dashboard?height=\(height)").text
                #expect(text.split(separator: "\n").count <= height)
                #expect(text.contains("uploads"))
                #expect(!text.contains("Latest decisions"))
            }
        }
    }

    /// A frame of the overview fits a terminal, and answers by itself: who is over pace, whether the limit of losses holds,
    /// why pictures are rejected, what today will cost.
    @Test(.timeLimit(.minutes(10)), arguments: ["", "?watch=60s", "?width=140"])
    func fitsTheOverviewIntoThirtyLines(query: String) async throws {
        try await ServerUnderTest.run(try MixedLoad.setup()) { server in
            try await MixedLoad.send(to: server)
            let query = query.isEmpty ? [] : [query.dropFirst().split(separator: "=").map(String.init)]
            let request = HTTPRequest(
                method: "GET",
                path: "/dashboard",
                query: query.map { (name: $0[0], value: $0[1]) }
            )
            let response = await server.server.service.response(to: request)
            var text = ""
            switch response.body {
            case .stream(let frames):
                for await frame in frames {
                    text = String(decoding: frame, as: UTF8.self)
                    break
                }
            case .bytes(let bytes): text = String(decoding: bytes, as: UTF8.self)
            }
            #expect(text.split(separator: "\n").count <= 31)
            for part in ["  pace ", "  forecast ", "  limit 0.0180 % ", "  too_blurry ", "  daily cap "] {
                #expect(text.contains(part), "\(part)")
            }
        }
    }

    /// Numbers with the screen that is drawn of them, and the names of the others.
    @Test(.timeLimit(.minutes(10)))
    func bringsTheScreenWithTheNumbers() async throws {
        try await ServerUnderTest.run(try MixedLoad.setup()) { server in
            try await MixedLoad.send(to: server)
            let answer = try await server.get("/dashboard/ios?format=json&part=screen&height=40&color=always&since=7d")
            let lines = try #require(answer.strings("screen"))
            #expect(lines.first?.hasPrefix("\u{1B}[33mEMULATED") == true)
            #expect(lines.count <= 40 && lines.contains { $0.hasPrefix("-- 7 days") })
            #expect(answer.string("dashboard") == "overview" && answer.string("dashboards.0.name") == "overview")
            #expect(answer["days"]?.integer == 7)
            #expect(answer["profiles.0.shown.uploads"]?.integer == answer["profiles.0.today.uploads"]?.integer)
            #expect(answer.string("profiles.0.falseRejects.insideLimit") != nil)
            #expect(try await server.get("/dashboard?format=json")["screen"] == nil)
        }
    }

    /// Uploads of yesterday are those of two days, and not of today.
    @Test(.timeLimit(.minutes(10)))
    func showsFiguresOfMoreDays() async throws {
        try await ServerUnderTest.run(try MixedLoad.setup()) { server in
            try await MixedLoad.send(to: server)
            let before = try await server.get("/dashboard?format=json")
            let uploads = try #require(before["profiles.0.today.uploads"]?.integer)
            server.clock.advance(seconds: 86_400)
            let after = try await server.get("/dashboard?format=json&since=2d")
            #expect(uploads > 0)
            #expect(after["profiles.0.today.uploads"]?.integer == 0)
            #expect(after["profiles.0.shown.uploads"]?.integer == uploads)
            #expect(try await server.get("/dashboard?since=2d").text.contains("\n-- 2 days "))
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func showsADashboardByItsName() async throws {
        var setup = ServerUnderTest.Setup()
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.file("mine.json5"))
        try Data("{ title: \"Mine\", panels: [{ kind: \"speed\", title: \"How fast\" }] }".utf8).write(to: file)
        setup.dashboards = folder.path
        try await ServerUnderTest.run(setup) { server in
            let mine = try await server.get("/dashboard/mine").text
            #expect(mine.hasPrefix("Torii  Mine  policy r1"))
            #expect(mine.contains("-- How fast ") && !mine.contains("uploads"))
            try Data("{ panels: [{ kind: \"sped\" }] }".utf8).write(to: file)
            let after = try await server.get("/dashboard/mine").text
            #expect(after.contains("-- How fast "))
            #expect(after.contains("mine.json5:1:20: panels[0].kind must be one of"))
            let missing = try await server.get("/dashboard/yours")
            #expect(missing.status == 404)
            #expect(
                missing.string("detail")
                    == "there is no dashboard or profile `yours`; dashboards: mine, overview; profiles: android, ios"
            )
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func watchesOnlySoManyScreensAtOnce() async throws {
        var setup = ServerUnderTest.Setup()
        setup.watchers = 2
        try await ServerUnderTest.run(setup) { server in
            let request = HTTPRequest(method: "GET", path: "/dashboard", query: [(name: "watch", value: "60s")])
            let service = server.server.service
            var open: [HTTPResponse] = []
            for _ in 0..<2 { open.append(await service.response(to: request)) }
            let third = await service.response(to: request)
            #expect(open.map(\.status) == [200, 200])
            #expect(third.status == 503)
            open = []
            // Their streams end with them.
            try await eventually { await service.response(to: request).status == 200 }
        }
    }
}
