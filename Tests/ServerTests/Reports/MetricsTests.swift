import Documents
import Economics
import Ledger
import Platform
import Policy
import TestSupport
import Testing

@testable import Server

/// `/metrics`: the text format, and counters that only rise.
struct MetricsTests {
    @Test(.timeLimit(.minutes(10)))
    func writesTheTextFormat() async throws {
        try await ServerUnderTest.run(try MixedLoad.setup()) { server in
            let start = try await server.get("/metrics")
            #expect(start.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let before = try Metrics(start.text)
            // Series are there from the start, so that rates begin at zero.
            for series in [
                #"torii_decisions_total{profile="ios",outcome="sent",reason="gate_passed"}"#,
                #"torii_decisions_total{profile="android",outcome="rejected",reason="too_blurry"}"#,
                #"torii_decisions_total{profile="ios",outcome="local",reason="budget_exhausted"}"#,
                #"torii_decisions_total{profile="ios",outcome="cached",reason="exact_cache"}"#,
                #"torii_audits_total{profile="ios"}"#,
                #"torii_gate_duration_seconds_bucket{profile="ios",le="+Inf"}"#,
                #"torii_cloud_duration_seconds_count{model="gemini-3.5-flash-lite"}"#,
                #"torii_cache_lookups_total{profile="ios",kind="exact",result="hit"}"#,
            ] { #expect(before[series] == "0", "\(series)") }
            #expect(before[#"torii_build_info{version="test"}"#] == "1")
            #expect(before["process_start_time_seconds"] == "\(server.clock.wallClock.now().seconds)")
            #expect(before[#"torii_send_target_ratio{profile="ios"}"#] == "0.466")
            #expect(before[#"torii_budget_limit_usd{profile="ios",window="day"}"#] == "3.000000000")
            #expect(before[#"torii_budget_limit_usd{profile="android",window="month"}"#] == "60.000000000")
            #expect(before[#"torii_revenue_usd{profile="ios",window="month",status="estimated"}"#] == "0.000000000")

            try await MixedLoad.send(to: server)
            let after = try Metrics(try await server.get("/metrics").text)
            #expect(after.kinds == before.kinds)
            for (series, value) in before.rising {
                let later = try #require(after.rising[series], "\(series) is gone")
                #expect(later >= value, "\(series)")
            }
            #expect(after[#"torii_decisions_total{profile="ios",outcome="sent",reason="gate_passed"}"#] == "2")
            #expect(after[#"torii_decisions_total{profile="ios",outcome="rejected",reason="too_blurry"}"#] == "2")
            #expect(after[#"torii_decisions_total{profile="android",outcome="sent",reason="too_blurry"}"#] == "1")
            #expect(after[#"torii_audits_total{profile="android"}"#] == "1")
            // Measured: all but the cached one, the one that is no picture, and the device's question.
            let gated = ["ios", "android"].compactMap {
                after[#"torii_gate_duration_seconds_count{profile="\#($0)"}"#].flatMap(Int.init)
            }
            #expect(gated.count == 2 && gated.reduce(0, +) == 7)
            #expect(after[#"torii_cloud_duration_seconds_count{model="gemini-3.5-flash-lite"}"#] == "5")
            #expect(after[#"torii_cache_lookups_total{profile="android",kind="exact",result="hit"}"#] == "1")
        }
    }

    /// Hours long closed are kept, not read again: the counters go on from them.
    @Test(.timeLimit(.minutes(10)))
    func keepsCountingOverHours() async throws {
        try await ServerUnderTest.run { server in
            let series = #"torii_decisions_total{profile="ios",outcome="rejected",reason="too_blurry"}"#
            for number in 1...5 {
                _ = try await server.upload(Pictures.blurred(UInt64(20 + number)))
                #expect(try Metrics(try await server.get("/metrics").text)[series] == "\(number)")
                server.clock.advance(seconds: 5_400)
                #expect(try Metrics(try await server.get("/metrics").text)[series] == "\(number)")
            }
        }
    }

    /// A clock that was set back takes nothing away.
    @Test(.timeLimit(.minutes(10)))
    func losesNothingWhenTheClockIsSetBack() async throws {
        try await ServerUnderTest.run { server in
            let series = #"torii_decisions_total{profile="ios",outcome="rejected",reason="too_blurry"}"#
            _ = try await server.upload(Pictures.blurred(20))
            server.clock.advance(seconds: 6 * 3600)
            #expect(try Metrics(try await server.get("/metrics").text)[series] == "1")
            server.clock.advance(seconds: -5 * 3600)
            #expect(try Metrics(try await server.get("/metrics").text)[series] == "1")
        }
    }

    @Test func escapesLabels() throws {
        var text = Exposition(.prometheus)
        text.family("torii_test", .gauge, "A test.")
        text.sample("torii_test", [("name", "a\\b\"c\nd")], "1")
        #expect(
            text.text == "# HELP torii_test A test.\n# TYPE torii_test gauge\ntorii_test{name=\"a\\\\b\\\"c\\nd\"} 1\n"
        )
    }

    @Test func countsDurationsIntoBuckets() throws {
        let histogram = Histogram(bounds: [0.01, 0.1, 1])
        for milliseconds in [5, 10, 11, 100, 2_000] { histogram.observe(.milliseconds(milliseconds)) }
        #expect(histogram.look.buckets.map(\.cumulative) == [2, 4, 4, 5])
        #expect(histogram.look.sum == 2.126)
        var text = Exposition(.prometheus)
        text.histograms("torii_test_seconds", [([], histogram)], help: "A test.")
        let metrics = try Metrics(text.text)
        #expect(metrics[#"torii_test_seconds_bucket{le="0.01"}"#] == "2")
        #expect(metrics[#"torii_test_seconds_bucket{le="+Inf"}"#] == "5")
        #expect(metrics["torii_test_seconds_count"] == "5")
        #expect(metrics["torii_test_seconds_sum"] == "2.126")
    }

    @Test func leadsFromABucketToADecision() {
        let histogram = Histogram(bounds: [1])
        let at = Timestamp(microseconds: 1_764_500_000_004_200)
        histogram.observe(.milliseconds(1), decision: ("01EARLIER", at))
        histogram.observe(.milliseconds(250), decision: ("01LATER", at))
        var text = Exposition(.openMetrics)
        text.family("torii_uploads_total", .counter, "A test.")
        text.sample("torii_uploads_total", [], "2")
        text.histograms("torii_test_seconds", [([("profile", "ios")], histogram)], help: "A test.")
        #expect(
            text.text == """
                # HELP torii_uploads A test.
                # TYPE torii_uploads counter
                torii_uploads_total 2
                # HELP torii_test_seconds A test.
                # TYPE torii_test_seconds histogram
                torii_test_seconds_bucket{profile="ios",le="1.0"} 2 # {decision_id="01LATER"} 0.25 1764500000.004200
                torii_test_seconds_bucket{profile="ios",le="+Inf"} 2
                torii_test_seconds_sum{profile="ios"} 0.251
                torii_test_seconds_count{profile="ios"} 2
                # EOF

                """
        )
    }

    @Test(
        arguments: [
            (nil, Exposition.Dialect.prometheus), ("text/plain", .prometheus), ("*/*", .prometheus),
            (
                "application/openmetrics-text;version=1.0.0;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
                .openMetrics
            ),
        ] as [(String?, Exposition.Dialect)]
    )
    func answersInTheDialectThatIsAskedFor(accept: String?, dialect: Exposition.Dialect) {
        #expect(Exposition.Dialect(accept: accept) == dialect)
    }

    @Test func keepsTheLatestDurationsForQuantiles() {
        let recent = RecentDurations()
        #expect(recent.quantiles([0.5]) == nil)
        for number in 1...600 { recent.add(.milliseconds(number)) }
        // The first 88 have made room.
        #expect(recent.quantiles([0, 0.5, 1]) == [.milliseconds(89), .milliseconds(345), .milliseconds(600)])
    }
}
