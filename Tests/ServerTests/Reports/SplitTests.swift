import Documents
import Economics
import Foundation
import Ledger
import Policy
import Testing

@testable import Server

/// Reports split every way: parts sum to wholes, to the last nano-dollar.
@Suite(.timeLimit(.minutes(10))) struct SplitTests {
    static let splits: [Set<EconomicsReport.Dimension>] =
        EconomicsReport.Dimension.allCases.map { [$0] } + [
            [.profile, .day], [.day, .reason], [.profile, .key, .category], [.model, .day], [.model, .reason],
            Set(EconomicsReport.Dimension.allCases), [],
        ]

    /// Names whose rows must add up to the totals; the others only where rows have them.
    private static let always = [
        "uploads", "judged", "sent", "audits", "cached", "rejected", "local", "deferred", "failed", "costNanoUSD",
        "revenueNanoUSD", "revenueReportedNanoUSD", "revenueFinalNanoUSD", "marginNanoUSD",
    ]
    private static let whereTold = [
        "attempts", "uncertainNanoUSD", "savedNanoUSD", "savedCacheNanoUSD", "savedGateNanoUSD",
        "savedResolutionNanoUSD", "baselineNanoUSD", "promptTokens", "imageTokens", "outputTokens",
    ]

    /// Every split of one report: rows and totals of JSON and CSV agree.
    static func expectSums(_ report: EconomicsReport, _ comment: String) throws {
        let json = try report.json().encoded()
        let root = try #require(DocumentReader.read(json, file: "report", dialect: .json).root)
        let totals = try #require(root["totals"])
        let rows = try #require(root["rows"]?.array)
        let lines = try report.csv().split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(lines.count == rows.count + 1, "\(comment)")
        try expectSamePage(report, csv: lines, comment)
        for name in always + whereTold {
            let column = try #require(lines[0].firstIndex(of: name), "\(name)")
            let values = rows.map { $0[name]?.integer }
            #expect(lines.dropFirst().map { Int64($0[column]) } == values, "\(comment) \(name)")
            if whereTold.contains(name), values.contains(nil) { continue }
            #expect(values.reduce(0) { $0 + ($1 ?? .min) } == totals[name]?.integer, "\(comment) \(name)")
        }
    }

    /// The page's table is the CSV and a row of totals.
    private static func expectSamePage(_ report: EconomicsReport, csv: [[String]], _ comment: String) throws {
        let page = try report.html()
        let start = try #require(page.range(of: "<table id=\"figures\">")?.upperBound)
        let table = page[start...].prefix(upTo: try #require(page[start...].range(of: "</table>")?.lowerBound))
        let rows = table.split(separator: "</tr>").map { row in
            row.matches(of: #/<t[hd]>(.*?)</t[hd]>/#).map { String($0.1) }
        }
        #expect(rows.dropLast() == csv[...], "\(comment)")
        let totals = try #require(rows.last)
        for (name, value) in zip(csv[0], totals) where always.contains(name) {
            let column = try #require(csv[0].firstIndex(of: name))
            let sum = csv.dropFirst().reduce(Int64(0)) { $0 + (Int64($1[column]) ?? .min) }
            #expect(Int64(value) == sum, "\(comment) \(name)")
        }
        // One file, no script, nothing from elsewhere.
        for word in ["<script", "src=", "href=", "url(", "@import"] { #expect(!page.contains(word), "\(word)") }
    }

    @Test func escapesWhatComesFromOutside() async throws {
        let store = MemoryStore()
        let now = Timestamp.seconds(1_796_040_000)
        try await store.record(ReportTests.decision(profile: "<b>\"&", at: now))
        let today = CivilDate(at: now, in: .utc)
        let page = try await EconomicsReport.made(
            EconomicsReport.Query(from: today, end: today.next, dimensions: [.profile]),
            store: store,
            profiles: [],
            now: now
        ).html()
        #expect(page.contains("&lt;b&gt;&quot;&amp;"))
        #expect(!page.contains("<b>"))
    }

    @Test func addsUpHoweverItIsSplit() async throws {
        try await ServerUnderTest.run(try MixedLoad.setup()) { server in
            try await MixedLoad.send(to: server)
            let now = server.clock.wallClock.now()
            let today = CivilDate(at: now, in: .utc)
            for split in Self.splits {
                let query = EconomicsReport.Query(from: today, end: today.next, dimensions: split)
                let report = try await server.server.service.economics(query)
                try Self.expectSums(report, "\(split)")
                #expect(report.total.figures.uploads == 9)
            }
            let json = try await server.get("/v1/reports/economics?by=key&format=json")
            #expect(json["rows"]?.array?.compactMap { $0["key"]?.string } == ["client"])
            let models = try await server.get("/v1/reports/economics?by=model&format=json")
            #expect(models["rows"]?.array?.compactMap { $0["model"]?.string } == ["", "gemini-3.5-flash-lite"])
            let reasons = try await server.get("/v1/reports/economics?by=reason&format=json")
            let blurred = reasons["rows"]?.array?.first { $0["reason"]?.string == "too_blurry" }
            // Two rejects and one audit.
            #expect(blurred?["uploads"]?.integer == 3)
            #expect(blurred?["rejected"]?.integer == 2)
            let categories = try await server.get("/v1/reports/economics?by=category").text
            #expect(categories.contains("By category"))
        }
    }

    /// The low resolution's share of the saving is in every view, and the waterfall leaves no rest.
    @Test func cascadesFromSendAllToTheBill() async throws {
        try await ServerUnderTest.run { server in
            _ = try await server.upload(Pictures.sharp(seed: 71))
            _ = try await server.upload(Pictures.blurred(20))
            let json = try await server.get("/v1/reports/economics?format=json")
            func amount(_ name: String) throws -> Int64 { try #require(json.integer("totals.\(name)NanoUSD")) }
            let steps = ["Cache", "Gate", "Resolution", "Side", "Model", "Tier"]
            #expect(try steps.reduce(0) { try $0 + amount("saved\($1)") } == amount("saved"))
            #expect(try amount("baseline") == amount("cost") + amount("saved"))
            func tokens(_ resolution: ImageTokens.Resolution) -> Int64 {
                Int64(ImageTokens(rule: .grid, resolution: resolution).expected(width: 320, height: 240))
            }
            #expect(try amount("savedResolution") == (tokens(.unspecified) - tokens(.low)) * 300)
            // One sent, one rejected: the gate saved what the one would have cost the plain way.
            #expect(try amount("savedGate") == amount("cost") + amount("savedResolution") + amount("savedSide"))
            let text = TextFigures(try await server.get("/v1/reports/economics?format=text&exact").text)
            #expect(
                text["resolution"]?[1] == Money(nanoUSD: try -amount("savedResolution")).formatted(.exact)
            )
        }
    }

    /// Money of calls whose decision is still under way has a row of its own.
    @Test func namesWhatIsInFlight() async throws {
        let store = MemoryStore()
        let now = Timestamp.seconds(1_796_040_000)
        let today = CivilDate(at: now, in: .utc)
        try await store.record(ReportTests.decision(profile: "ios", at: now))
        let hold = HoldRequest(
            decisionID: "01OTHER",
            attempt: 1,
            profile: "ios",
            revision: 1,
            model: "m",
            tier: "standard",
            priceID: "p",
            amount: Money(nanoUSD: 100),
            windows: [],
            at: now,
            hour: ZoneOffsets.utc.startOfHour(now)
        )
        _ = try await store.reserve(hold)
        try await store.settle(
            Settlement(
                decisionID: "01OTHER",
                attempt: 1,
                cost: Money(nanoUSD: 70),
                usage: .zero,
                modelVersion: nil,
                priceID: "p",
                responseID: nil,
                result: "ok",
                uncertain: false,
                emulated: false,
                latencyMicros: 1,
                at: now
            )
        )
        for split in Self.splits {
            let report = try await EconomicsReport.made(
                EconomicsReport.Query(from: today, end: today.next, dimensions: split),
                store: store,
                profiles: [],
                now: now
            )
            try Self.expectSums(report, "\(split)")
            #expect(report.total.figures.spend == Money(nanoUSD: 70))
            let flying = report.rows.filter { $0.subject.reason == "inFlight" }.map(\.figures.spend)
            #expect(flying == (split.contains(.reason) ? [Money(nanoUSD: 70)] : []), "\(split)")
        }
    }
}
