import Documents
import Economics
import Ledger
import Platform
import Policy
import Revenue
import TestSupport
import Testing

@testable import Server

/// Reported revenue in reports, and over HTTP.
@Suite(.timeLimit(.minutes(10))) struct RevenueReportTests {
    private static let now = Timestamp.seconds(1_796_040_000)

    private static func row(_ date: String, micros: Int64, zone: String = "UTC", status: RevenueRow.Status) throws
        -> RevenueRow
    {
        try RevenueRow(
            date: try #require(CivilDate(date)),
            timeZone: zone,
            profile: "ios",
            source: "max",
            impressions: 10,
            micros: micros,
            currency: "USD",
            status: status,
            asOf: now.advanced(bySeconds: -3 * 86_400)
        )
    }

    private static func report(
        _ store: any LedgerStore,
        _ split: Set<EconomicsReport.Dimension> = [.profile],
        zone: ZoneOffsets = .utc,
        from: String = "2026-11-29",
        end: String = "2026-12-01",
        ecpm: Money? = nil,
        now: Timestamp = RevenueReportTests.now
    ) async throws -> EconomicsReport {
        try await EconomicsReport.made(
            EconomicsReport.Query(
                from: try #require(CivilDate(from)),
                end: try #require(CivilDate(end)),
                dimensions: split
            ),
            store: store,
            profiles: [EconomicsReport.ProfileTerms(name: "ios", zone: zone, target: 0.4, ecpm: ecpm)],
            now: now
        )
    }

    /// A ledger with one thousand uploads a day at 2.52 USD and 1.6 impressions: 4.032 USD a day estimated.
    private static func store() async throws -> MemoryStore {
        let store = MemoryStore()
        let terms = RevenueSettings(ecpm: Money(nanoUSD: 2_520_000_000), impressionsPerUploadMicros: 1_600_000)
        try await store.append(
            RevisionRecord(
                number: 1,
                at: now,
                by: "ada",
                from: "cli",
                reason: "",
                documents: [],
                revenue: [RevenueTerms(profile: "ios", settings: terms)]
            )
        )
        for day in 0..<2 {
            for number in 0..<10 {
                let at = now.advanced(bySeconds: Int64(-86_400 * day + number))
                var decision = ReportTests.decision(profile: "ios", at: at)
                decision.id = "d\(day)-\(number)"
                decision.revision = 1
                decision.client = "k\(number % 3)"
                decision.category = number % 2 == 0 ? "nature" : "anime"
                try await store.record(decision)
            }
        }
        return store
    }

    @Test func putsReportedDaysInThePlaceOfTheEstimate() async throws {
        let store = try await Self.store()
        let before = try await Self.report(store)
        #expect(before.total.figures.revenue == Money(nanoUSD: 80_640_000))
        #expect(before.total.figures.revenueStatus == .estimated)
        #expect(before.reported == nil)
        let desk = RevenueDesk(store: store)
        _ = try await desk.take(
            [try Self.row("2026-11-30", micros: 1_000_000, status: .estimated)],
            rates: .none,
            at: Self.now
        )
        let mixed = try await Self.report(store)
        // One day reported, one still estimated.
        #expect(mixed.total.figures.revenue == Money(nanoUSD: 1_040_320_000))
        #expect(mixed.total.figures.revenueStatus == .mixed)
        _ = try await desk.take(
            [
                try Self.row("2026-11-29", micros: 500_000, status: .final),
                try Self.row("2026-11-30", micros: 900_000, status: .final),
            ],
            rates: .none,
            at: Self.now
        )
        let final = try await Self.report(store)
        #expect(final.total.figures.revenue == Money(nanoUSD: 1_400_000_000))
        #expect(final.total.figures.revenueStatus == .final)
        #expect(final.reported?.through == CivilDate("2026-11-30"))
        #expect(try final.text().contains("3 days old: STALE, import again"))
    }

    /// A day of Los Angeles is laid over two days of Tokyo; what no source tells of stays estimated.
    @Test func keepsTheEstimateWhereNoSourceTells() async throws {
        let store = try await Self.store()
        let tokyo = try TimeZones.offsets(of: "Asia/Tokyo")
        _ = try await RevenueDesk(store: store).take(
            [try Self.row("2026-11-29", micros: 2_400_000, zone: "America/Los_Angeles", status: .estimated)],
            rates: .none,
            at: Self.now
        )
        let report = try await Self.report(store, [.day], zone: tokyo, from: "2026-11-28", end: "2026-12-02")
        let days = Dictionary(uniqueKeysWithValues: report.rows.map { ($0.day?.description ?? "", $0.figures) })
        // Midnight in Los Angeles is 17:00 in Tokyo: seven hours of it are the 29th there.
        #expect(days["2026-11-29"]?.revenueReported == Money(nanoUSD: 700_000_000))
        #expect(days["2026-11-30"]?.revenueReported == Money(nanoUSD: 1_700_000_000))
        #expect(days["2026-11-29"]?.revenue == Money(nanoUSD: 700_000_000 + 40_320_000 * 17 / 24))
        for split in SplitTests.splits {
            try SplitTests.expectSums(
                try await Self.report(store, split, zone: tokyo, from: "2026-11-28", end: "2026-12-02"),
                "\(split)"
            )
        }
    }

    @Test func reportsADayOnWhichNobodyCame() async throws {
        let store = try await Self.store()
        _ = try await RevenueDesk(store: store).take(
            [try Self.row("2026-11-20", micros: 7, status: .estimated)],
            rates: .none,
            at: Self.now
        )
        for split in SplitTests.splits {
            let report = try await Self.report(store, split, from: "2026-11-20", end: "2026-11-21")
            #expect(report.total.figures.revenue == Money(nanoUSD: 7_000), "\(split)")
            try SplitTests.expectSums(report, "\(split)")
        }
    }

    @Test func takesEventsOfClientsAndRowsOfAdministrators() async throws {
        try await ServerUnderTest.run { server in
            let event = """
                {"id":"e1","profile":"ios","at":"2026-11-29T21:07:07Z","valueMicros":4136,"currencyCode":"USD",\
                "precision":"ESTIMATED","source":"admob"}
                """
            func post(_ body: String, key: String = ServerUnderTest.clientKey) async throws -> Answer {
                try await server.request("POST", "/v1/revenue", key: key, body: Array(body.utf8))
            }
            for added in [1, 0] as [Int64] {
                let answer = try await post(event)
                #expect(answer.status == 200)
                #expect(answer.integer("added") == added)
            }
            for (old, new, code) in [
                ("USD", "EUR", 400), ("4136", "0.004136", 400), ("2026-11-29", "2026-09-29", 400), ("ios", "mac", 400),
                ("\"e1\"", "\"\"", 400), ("4136", "4136000000000", 400),
            ] {
                #expect(try await post(event.replacing(old, with: new)).status == code, "\(new)")
            }
            let rows = CanonicalFile.json([try Self.row("2026-11-29", micros: 5, status: .estimated)]).text()
            #expect(try await post("{\"rows\":\(rows)}").status == 403)
            let first = try await post("{\"rows\":\(rows)}", key: ServerUnderTest.adminKey)
            #expect(first.integer("added") == 1)
            #expect(try await post("{\"rows\":\(rows)}", key: ServerUnderTest.adminKey).integer("unchanged") == 1)
            let other = rows.replacing("\"max\"", with: "\"levelplay\"")
            let conflict = try await post("{\"rows\":\(other)}", key: ServerUnderTest.adminKey)
            #expect(conflict.status == 409)
            #expect(conflict.string("code") == "revenue_covered")
        }
    }

    /// Three events, one of which came twice, and its repeat once more in another request.
    @Test func countsImpressionEventsOnceAndSaysWhatCameAgain() async throws {
        let store = try await Self.store()
        func event(_ id: String, _ micros: Int64) -> RevenueEvent {
            let at = Self.now.advanced(bySeconds: -3_600)
            return RevenueEvent(id: id, profile: "ios", at: at, source: "admob", micros: micros, precision: .precise)
        }
        #expect(
            try await store.add([event("a", 1_000_000), event("b", 500_000), event("a", 1_000_000)], at: Self.now) == 2
        )
        #expect(try await store.add([event("a", 1_000_000), event("c", 1)], at: Self.now) == 1)
        let report = try await Self.report(store)
        #expect(report.total.figures.events == 3)
        #expect(report.total.figures.eventRepeats == 2)
        // 1,000,000 millionths are one dollar.
        #expect(report.total.figures.eventRevenue == Money(nanoUSD: 1_500_001_000))
        #expect(report.total.figures.revenue == Money(nanoUSD: 80_640_000))
        #expect(try report.text().contains("2 came again, counted once"))
        let totals = try #require(
            DocumentReader.read(try report.json().encoded(), file: "report", dialect: .json).root?["totals"]
        )
        #expect(totals["impressionEvents"]?.integer == 3)
        #expect(totals["impressionEventsRepeated"]?.integer == 2)
        #expect(totals["impressionEventsNanoUSD"]?.integer == 1_500_001_000)
        for split in SplitTests.splits { try SplitTests.expectSums(try await Self.report(store, split), "\(split)") }
    }

    /// The number that revenue is estimated by has an age: that of the first revision in a row that says it.
    @Test func saysHowOldTheECPMIs() async throws {
        let store = try await Self.store()
        let terms = RevenueSettings(ecpm: Money(nanoUSD: 2_520_000_000), impressionsPerUploadMicros: 1_700_000)
        try await store.append(
            RevisionRecord(
                number: 2,
                at: Self.now.advanced(bySeconds: 10 * 86_400),
                by: "ada",
                from: "cli",
                reason: "other impressions, the same eCPM",
                documents: [],
                revenue: [RevenueTerms(profile: "ios", settings: terms)]
            )
        )
        func text(days: Int64) async throws -> String {
            try await Self.report(
                store,
                ecpm: terms.ecpm,
                now: Self.now.advanced(bySeconds: days * 86_400)
            ).text()
        }
        #expect(try await text(days: 45).contains("set 45 days ago"))
        #expect(try await !text(days: 45).contains("STALE"))
        #expect(try await text(days: 46).contains("set 46 days ago: STALE"))
        let row = try #require(try await Self.report(store, ecpm: terms.ecpm).rows.first)
        #expect(row.ecpm?.since == Self.now)
    }

    /// What a network said of today stands on the dashboard and in `/metrics` as it does in the report.
    @Test func showsReportedRevenueWhereverRevenueIsShown() async throws {
        try await ServerUnderTest.run { server in
            _ = try await server.upload(Pictures.blurred(91))
            #expect(try await server.get("/dashboard?profile=ios").text.contains("est. from eCPM"))
            let now = server.clock.wallClock.now()
            let today = CivilDate(at: now, in: try TimeZones.offsets(of: "Asia/Tokyo"))
            _ = try await RevenueDesk(store: server.store).take(
                [try Self.row("\(today)", micros: 2_000_000, zone: "Asia/Tokyo", status: .estimated)],
                rates: .none,
                at: now
            )
            let report = try await server.get("/v1/reports/economics?format=json&profile=ios")
            #expect(report.integer("totals.revenueNanoUSD") == 2_000_000_000)
            let text = try await server.get("/dashboard?exact&profile=ios").text
            #expect(TextFigures(text, labelWidth: 22)["revenue, USD"]?[0] == "2.000000000")
            #expect(text.contains("reported, may change"))
            let metrics = try Metrics(try await server.get("/metrics").text)
            for (status, amount) in [("estimated", "0"), ("reported", "2"), ("final", "0")] {
                let series = #"torii_revenue_usd{profile="ios",window="month",status="\#(status)"}"#
                #expect(metrics[series] == "\(amount).000000000", "\(status)")
            }
            let family = "torii_revenue_import_timestamp_seconds"
            #expect(metrics[#"\#(family){profile="ios"}"#] == "\(now.seconds)")
            #expect(metrics[#"\#(family){profile="android"}"#] == nil)
        }
    }

    @Test func saysOnTheDashboardThatTheECPMIsStale() async throws {
        try await ServerUnderTest.run { server in
            server.clock.advance(seconds: 46 * 86_400)
            #expect(try await !server.get("/dashboard").text.contains("STALE eCPM"))
            _ = try await server.upload(Pictures.blurred(90))
            let text = try await server.get("/dashboard").text
            #expect(text.contains("STALE eCPM: ios's revenue is estimated by a number of 46 days ago"))
            #expect(!text.contains("STALE eCPM: android"))
        }
    }
}
