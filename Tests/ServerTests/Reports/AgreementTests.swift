import Documents
import Economics
import Ledger
import Testing

/// One set of figures, wherever it is read.
struct AgreementTests {
    /// Everything one profile is shown as.
    private struct Views {
        let json: DocumentNode
        let csv: [String: String]
        let text: TextFigures
        let screen: TextFigures
        let metrics: Metrics
        let profile: String
        /// Column of the profile in texts.
        let column: Int
    }

    @Test(.timeLimit(.minutes(10)))
    func showsTheSameFiguresEverywhere() async throws {
        try await ServerUnderTest.run(try MixedLoad.setup()) { server in
            try await MixedLoad.send(to: server)
            let json = try await server.get("/v1/reports/economics?format=json")
            let csv = Self.table(try await server.get("/v1/reports/economics?format=csv").text)
            let text = try await server.get("/v1/reports/economics?format=text&exact").text
            let screen = try await server.get("/dashboard?exact&height=99").text
            let metrics = try await server.get("/metrics").text
            #expect(json.strings("by") == ["profile"])
            #expect(csv.compactMap { $0["profile"] } == ["android", "ios"])
            for (column, profile) in ["android", "ios"].enumerated() {
                let row = try #require(json["rows.\(column)"])
                #expect(row["profile"]?.string == profile)
                let views = Views(
                    json: row,
                    csv: csv[column],
                    text: TextFigures(text),
                    screen: TextFigures(screen, labelWidth: 22),
                    metrics: try Metrics(metrics),
                    profile: profile,
                    column: column
                )
                try Self.expectSameCounts(views)
                try Self.expectSameMoney(views)
            }
        }
    }

    private static func expectSameCounts(_ views: Views) throws {
        let (csv, column, profile) = (views.csv, views.column, views.profile)
        func count(_ name: String) -> String { views.json[name]?.integer.map { "\($0)" } ?? "none" }
        func outcome(_ name: String) -> String { views.json[name]?.integer.map { "\($0)" } ?? "none" }
        for name in [
            "uploads", "judged", "audits", "attempts", "costNanoUSD", "uncertainNanoUSD", "revenueNanoUSD",
            "marginNanoUSD",
        ] { #expect(csv[name] == count(name), "\(profile) \(name)") }
        for name in ["sent", "cached", "rejected", "local", "deferred", "failed"] {
            #expect(csv[name] == outcome(name), "\(profile) \(name)")
            let series = #"torii_decisions_total{profile="\#(profile)",outcome="\#(name)","#
            #expect("\(try sum(views.metrics, series))" == outcome(name), "\(profile) \(name)")
        }
        #expect(csv["sendRate"] == views.json["sendRate"]?.number?.text)
        #expect(views.text["uploads"]?[column] == count("uploads"))
        #expect(views.screen["uploads"]?[column] == count("uploads"))
        #expect(views.text["sent to the cloud"]?[column] == outcome("sent"))
        #expect(views.screen["sent"]?[column] == outcome("sent"))
        #expect(views.screen["cached"]?[column] == outcome("cached"))
        #expect(views.text["rejected, local label"]?[column] == outcome("rejected"))
        #expect(views.text["no picture"]?[column] == outcome("failed"))
        #expect(views.text["attempts"]?[column] == count("attempts"))
        let attempts = try sum(views.metrics, #"torii_cloud_attempts_total{profile="\#(profile)""#)
        #expect("\(attempts)" == count("attempts"))
        #expect(views.metrics[#"torii_audits_total{profile="\#(profile)"}"#] == count("audits"))
        for (kind, name) in [
            ("output", "outputTokens"), ("thought", "thoughtTokens"), ("input", "promptTokens"),
        ] {
            let series = views.metrics.samples.filter {
                $0.key.hasPrefix(#"torii_tokens_total{profile="\#(profile)""#) && $0.key.hasSuffix(#"kind="\#(kind)"}"#)
            }
            let total = try series.values.reduce(0) { try $0 + #require(Int($1)) }
            #expect("\(total)" == count(name), "\(profile) \(kind)")
        }
    }

    private static func expectSameMoney(_ views: Views) throws {
        let (column, profile) = (views.column, views.profile)
        func money(_ name: String) -> String {
            views.json[name]?.integer.map { Money(nanoUSD: $0).formatted(.exact) } ?? "none"
        }
        func gauge(_ name: String, _ labels: String) -> String? {
            views.metrics["\(name){profile=\"\(profile)\",\(labels)}"]
        }
        let cost = money("costNanoUSD")
        #expect(views.text["cloud cost"]?[column] == cost)
        #expect(views.text["= cloud cost"]?[column] == cost)
        #expect(views.screen["spent, USD"]?[column] == cost)
        #expect(gauge("torii_budget_settled_usd", #"window="day""#) == cost)
        #expect(gauge("torii_budget_settled_usd", #"window="month""#) == cost)
        let amounts = try views.metrics.samples
            .filter { $0.key.hasPrefix(#"torii_cost_usd_total{profile="\#(profile)""#) }
            .values.map { try Money(parsing: "\($0) USD") }
        #expect(try Money.sum(amounts).formatted(.exact) == cost)
        // All but what is uncertain: of a cut connection nobody knows who answered.
        let certain = try #require(views.json["costNanoUSD"]?.integer) - (views.json["uncertainNanoUSD"]?.integer ?? 0)
        let emulated = views.metrics["torii_emulated_cost_usd_total{profile=\"\(profile)\"}"]
        #expect(emulated == Money(nanoUSD: certain).formatted(.exact))
        #expect(views.text["revenue"]?[column] == money("revenueNanoUSD"))
        #expect(views.screen["revenue, USD"]?[column] == money("revenueNanoUSD"))
        #expect(gauge("torii_revenue_usd", #"window="month",status="estimated""#) == money("revenueNanoUSD"))
        #expect(views.text["margin"]?[column] == money("marginNanoUSD"))
        #expect(views.screen["margin, USD"]?[column] == money("marginNanoUSD"))
        #expect(gauge("torii_cost_uncertain_usd", #"window="month""#) == money("uncertainNanoUSD"))
        let saved = try #require(views.json["savedNanoUSD"]?.integer)
        #expect(views.csv["savedNanoUSD"] == "\(saved)")
        #expect(views.text["saved"]?[column] == Money(nanoUSD: saved).formatted(.exact))
        #expect(views.screen["saved, USD"]?[column] == Money(nanoUSD: saved).formatted(.exact))
    }

    /// The figures themselves, from what was sent.
    @Test(.timeLimit(.minutes(10)))
    func countsWhatWasSent() async throws {
        try await ServerUnderTest.run(try MixedLoad.setup()) { server in
            try await MixedLoad.send(to: server)
            let json = try await server.get("/v1/reports/economics?format=json")
            // android: cached, sent after a cut, audit, no picture; ios: two sent, two rejected, one blocked.
            #expect(json.integer("rows.0.uploads") == 4)
            #expect(json.integer("rows.0.judged") == 2)
            #expect(json.integer("rows.0.audits") == 1)
            #expect(json["rows.0.sendRate"]?.double == 1)
            #expect(json.integer("rows.0.attempts") == 3)
            #expect(json.integer("rows.0.attemptResults.transport") == 1)
            #expect(json.integer("rows.1.uploads") == 5)
            #expect(json.integer("rows.1.judged") == 5)
            #expect(json["rows.1.sendRate"]?.double == 0.4)
            #expect(json.integer("rows.1.attempts") == 4)
            #expect(json.integer("rows.1.rejections.too_blurry") == 2)
            #expect(json.integer("rows.1.reasons.upstream_blocked") == 1)
            #expect(json.integer("rows.1.attemptResults.overloaded") == 1)
            #expect(json.integer("rows.1.attemptResults.prompt_blocked") == 1)
            #expect(json.integer("totals.uploads") == 9)
            #expect(json["emulated"]?.bool == true)
            // 2.52 USD x 1.6 / 1,000 for three pictures; 4.156875 USD x 1.6 / 1,000 for five.
            #expect(json.integer("rows.0.revenueNanoUSD") == 12_096_000)
            #expect(json.integer("rows.1.revenueNanoUSD") == 33_255_000)
            // The cost is what the emulator reported, and the full hold of the connection that was cut.
            let uncertain = try #require(json.integer("totals.uncertainNanoUSD"))
            let billed = server.emulator.attempts.reduce(Int64(0)) {
                $0 + Int64($1.promptTokens) * 300 + Int64($1.outputTokens) * 2500
            }
            #expect(uncertain > 0)
            #expect(json.integer("totals.costNanoUSD") == billed + uncertain)
        }
    }

    /// Of all series that begin so.
    private static func sum(_ metrics: Metrics, _ prefix: String) throws -> Int {
        try metrics.samples.filter { $0.key.hasPrefix(prefix) }.values.reduce(0) { try $0 + #require(Int($1)) }
    }

    /// Rows of a CSV without quoted cells, by the names of the header.
    private static func table(_ csv: String) -> [[String: String]] {
        // Swift takes CRLF for one character.
        let lines = csv.split(separator: "\r\n").map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    }
}
