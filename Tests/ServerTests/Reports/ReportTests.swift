import Documents
import Economics
import Ledger
import Platform
import Policy
import TestSupport
import Testing

@testable import Server

/// What can be asked of a report, and the days it is cut into.
struct ReportTests {
    static let today = CivilDate(daysSince1970: 20_787)

    /// 2026-11-30 is today; both ends of a range are included.
    @Test(
        arguments: [
            (nil, nil, "2026-11-01", "2026-11-30"), ("today", nil, "2026-11-30", "2026-11-30"),
            ("today", "today", "2026-11-30", "2026-11-30"), ("7d", nil, "2026-11-24", "2026-11-30"),
            ("1d", nil, "2026-11-30", "2026-11-30"), ("2026-10", "2026-10", "2026-10-01", "2026-10-31"),
            ("2026-02", "2026-02", "2026-02-01", "2026-02-28"), ("2024-02-29", "2024-02", "2024-02-29", "2024-02-29"),
            ("2026-11-29", "2026-11-29", "2026-11-29", "2026-11-29"), (nil, "2026-11-02", "2026-11-01", "2026-11-02"),
            ("3660d", nil, "2016-11-23", "2026-11-30"), ("2026-12", "2026-12-31", "2026-12-01", "2026-12-31"),
        ] as [(String?, String?, String, String)]
    )
    func readsRangesOfDays(from: String?, to: String?, first: String, last: String) throws {
        #expect(Self.today.description == "2026-11-30")
        let query = try EconomicsReport.Query(from: from, to: to, by: nil, profile: nil, today: Self.today)
        #expect(query.from.description == first)
        #expect(query.lastDay.description == last)
        #expect(query.dimensions == [.profile])
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            (
                "from=yesterday",
                "from must be a day such as 2026-11-30, a month 2026-11, today or 7d; found `yesterday`"
            ),
            ("to=2026-13", "to must be a day such as 2026-11-30, a month 2026-11, today or 7d; found `2026-13`"),
            (
                "from=2026-11-31",
                "from must be a day such as 2026-11-30, a month 2026-11, today or 7d; found `2026-11-31`"
            ),
            ("from=0d", "from must be a day such as 2026-11-30, a month 2026-11, today or 7d; found `0d`"),
            ("from=-3d", "from must be a day such as 2026-11-30, a month 2026-11, today or 7d; found `-3d`"),
            ("from=2026-11-20&to=2026-11-10", "from `2026-11-20` is after to `2026-11-10`"),
            ("by=week", "by must be any of profile,day,key,category,reason,model, found `week`"),
            ("by=", "by must be any of profile,day,key,category,reason,model, found ``"),
            ("by=day,,profile", "by must be any of profile,day,key,category,reason,model, found ``"),
            ("format=xml", "format must be text, json, csv or html, found `xml`"),
            ("against=600", "against must be an amount such as 600.00 USD, found `600`"),
            ("against=0%20USD", "against must be an amount such as 600.00 USD, found `0 USD`"),
        ]
    )
    func saysWhatIsWrongWithAQuestion(query: String, detail: String) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.get("/v1/reports/economics?\(query)")
            #expect(answer.status == 400)
            #expect(answer.string("code") == "invalid_field")
            #expect(answer.string("detail") == detail)
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("", "", "text/plain; charset=utf-8"), ("", "application/json", "application/json"),
            ("", "text/csv", "text/csv; charset=utf-8"), ("format=csv", "application/json", "text/csv; charset=utf-8"),
            ("format=json", "", "application/json"), ("format=text", "text/csv", "text/plain; charset=utf-8"),
            ("", "text/html, */*", "text/plain; charset=utf-8"),
        ]
    )
    func answersInTheFormAskedFor(query: String, accept: String, type: String) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.request(
                "GET",
                "/v1/reports/economics?\(query)",
                headers: accept.isEmpty ? [] : [(name: "Accept", value: accept)]
            )
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == type)
        }
    }

    /// Days are Tokyo's: 15:00 UTC is where one ends.
    @Test(.timeLimit(.minutes(10)))
    func cutsDaysInTheProfilesZone() async throws {
        let setup = ServerUnderTest.Setup()
        try await ServerUnderTest.run(setup) { server in
            // 09:53 in Tokyo on the 30th; 23:59:59 on that day; then the next.
            _ = try await server.upload(Pictures.blurred(20))
            server.clock.advance(seconds: 14 * 3600 + 6 * 60 + 39)
            #expect(server.clock.wallClock.now().iso8601 == "2026-11-30T14:59:59Z")
            _ = try await server.upload(Pictures.blurred(30))
            server.clock.advance(seconds: 1)
            _ = try await server.upload(Pictures.blurred(40))
            let days = try await server.get("/v1/reports/economics?from=2026-11-30&to=2026-12-01&by=day&format=json")
            #expect(days["rows"]?.array?.compactMap { $0["day"]?.string } == ["2026-11-30", "2026-12-01"])
            #expect(days["rows"]?.array?.compactMap { $0["uploads"]?.integer } == [2, 1])
            #expect(days.integer("totals.uploads") == 3)
            for (query, uploads) in [
                ("from=2026-11-30&to=2026-11-30", 2), ("from=today", 1), ("from=2026-11&to=2026-11", 2), ("from=2d", 3),
                ("from=2026-12-02&to=2026-12-02", 0), ("from=2d&profile=android", 0), ("from=2d&profile=ios", 3),
            ] as [(String, Int64)] {
                let report = try await server.get("/v1/reports/economics?\(query)&format=json")
                #expect(report.integer("totals.uploads") == uploads, "\(query)")
            }
            let screen = TextFigures(try await server.get("/dashboard").text, labelWidth: 22)
            #expect(screen["uploads"] == ["0", "1", "1"])
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func splitsByDayAndProfile() async throws {
        try await ServerUnderTest.run { server in
            for profile in ["ios", "android"] { _ = try await server.upload(Pictures.blurred(20), profile: profile) }
            server.clock.advance(seconds: 86_400)
            _ = try await server.upload(Pictures.blurred(30))
            let path = "/v1/reports/economics?from=2d&by=profile,day"
            let json = try await server.get(path + "&format=json")
            #expect(json.strings("by") == ["day", "profile"])
            #expect(
                json["rows"]?.array?.map { "\($0["profile"]?.string ?? "") \($0["day"]?.string ?? "")" }
                    == ["android 2026-11-30", "ios 2026-11-30", "ios 2026-12-01"]
            )
            #expect(json.string("rows.0.timeZone") == "Asia/Tokyo")
            let text = try await server.get(path).text
            #expect(text.contains("2026-11-30  android"))
            #expect(text.contains("2026-12-01  ios"))
            let csv = try await server.get(path + "&format=csv").text
            #expect(csv.hasPrefix("day,timeZone,profile,key,category,reason,model,uploads,"))
            let row = "\r\n2026-11-30,Asia/Tokyo,android,,,,,1,1,0,0,0,0,0,0,1,0,0,0,0.0,0.41,0,0,0,4032000,"
            #expect(csv.contains(row))
            #expect(csv.split(separator: "\r\n").count == 4)
        }
    }

    /// A month keeps the revenue of the revisions it was earned under.
    @Test(.timeLimit(.minutes(10)))
    func neverRewritesThePast() async throws {
        try await ServerUnderTest.run { server in
            _ = try await server.upload(Pictures.blurred(20))
            let documents = try PolicyDocuments.documents { path, text in
                if path == "ios.json5" { try text.change("ecpm: \"4.156875 USD\"", to: "ecpm: \"1.00 USD\"") }
            }
            let proposal = PolicyDesk.Proposal(documents: documents, by: "ada", from: "cli", reason: "", base: 1)
            guard case .applied(let revision, let set) = try await server.server.service.desk.apply(proposal) else {
                Issue.record("not applied")
                return
            }
            try server.server.service.policies.put(revision: 2, appliedAt: revision.at, set: set)
            _ = try await server.upload(Pictures.blurred(30))
            let json = try await server.get("/v1/reports/economics?format=json")
            #expect(json.integer("totals.revenueNanoUSD") == 8_251_000)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func reportsNothingAsNothing() async throws {
        try await ServerUnderTest.run { server in
            let json = try await server.get("/v1/reports/economics?format=json")
            #expect(json["rows"]?.array?.isEmpty == true)
            #expect(json.integer("totals.uploads") == 0)
            #expect(json["totals.sendRate"]?.isNull == true)
            #expect(json["totals.savedNanoUSD"]?.integer == 0)
            #expect(json["totals.meanLatencyMs"]?.isNull == true)
            #expect(json["emulated"]?.bool == false)
            #expect(try await server.get("/v1/reports/economics").text.contains("uploads"))
        }
    }

    /// RFC 4180: cells with commas, quotes or line breaks are quoted.
    @Test(.timeLimit(.minutes(10)))
    func quotesCellsThatNeedIt() async throws {
        let store = MemoryStore()
        let now = ManualClock().wallClock.now()
        try await store.record(Self.decision(profile: "a,\"b\"", at: now))
        let report = try await EconomicsReport.made(
            EconomicsReport.Query(from: Self.today, end: Self.today.next, dimensions: [.profile]),
            store: store,
            profiles: [],
            now: now
        )
        let csv = try report.csv()
        #expect(csv.split(separator: "\r\n").last?.hasPrefix(#",,"a,""b""",,,,,1,1,"#) == true)
    }

    static func decision(profile: String, at: Timestamp) -> DecisionRecord {
        DecisionRecord(
            id: "01TEST",
            route: .classify,
            profile: profile,
            revision: 1,
            at: at,
            hour: ZoneOffsets.utc.startOfHour(at),
            verdict: .reject,
            outcome: .rejected,
            source: .local,
            reasons: [.tooBlurry],
            judged: true,
            scoreSpace: "torii/1",
            evidence: Evidence(),
            thresholds: nil,
            image: nil,
            cost: .zero,
            model: nil,
            emulated: false,
            latencyMicros: 0,
            gateMicros: nil,
            idempotency: nil,
            answer: [],
            answerStatus: 200
        )
    }
}
