import Documents
import Economics
import Ledger
import Platform
import Policy
import Testing

@testable import Server

/// Caps of every holder, as uploads meet them.
@Suite(.timeLimit(.minutes(10))) struct BudgetTests {
    /// What one attempt holds under the tree's own policy is between a thousandth and three thousandths of a dollar: a
    /// cap of 0.0035 USD is room for one at a time and never for four bills of 0.0005 USD with a hold.
    private static func setup(
        portfolio: String? = nil,
        edit: (inout String) throws -> Void = { _ in }
    ) throws -> ServerUnderTest.Setup {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try edit(&text) }
        }
        if let portfolio {
            setup.documents?.append(PolicyDocument(path: "portfolio.json5", bytes: Array(portfolio.utf8)))
        }
        return setup
    }

    private static func detail(_ answer: Answer) -> String { answer.string("detail") ?? answer.text }

    @Test func sharesOnePortfolioAmongProfiles() async throws {
        let setup = try Self.setup(portfolio: "{ budget: { daily: \"0.002 USD\", timeZone: \"Asia/Tokyo\" } }")
        try await ServerUnderTest.run(setup) { server in
            #expect(try await server.upload(Pictures.sharp(seed: 71)).string("outcome") == "sent")
            let refused = try await server.upload(Pictures.sharp(seed: 72), profile: "android")
            #expect(refused.string("outcome") == "local")
            #expect(refused.reasons?.first == "budget_exhausted")
            let metrics = try Metrics(try await server.get("/metrics").text)
            let used = try #require(metrics[#"torii_budget_settled_usd{profile="portfolio",window="day"}"#])
            let room = "has no room for this call: \(used) USD is used or held"
            #expect(Self.detail(refused) == "the portfolio's day cap of 0.002000000 USD \(room)")
            #expect(metrics[#"torii_budget_limit_usd{profile="portfolio",window="day"}"#] == "0.002000000")
            let settled = metrics[#"torii_budget_settled_usd{profile="portfolio",window="day"}"#]
            #expect(settled == metrics[#"torii_budget_settled_usd{profile="ios",window="day"}"#])
            #expect(metrics[#"torii_budget_refusals_total{profile="android",window="day"}"#] == "1")
            #expect(metrics[#"torii_budget_refusals_total{profile="ios",window="day"}"#] == "0")
            #expect(metrics[#"torii_budget_refusals_total{profile="android",window="month"}"#] == "0")
            // The new day begins in Tokyo, 14 hours and 7 minutes from now.
            server.clock.advance(seconds: 15 * 3_600)
            let next = try await server.upload(Pictures.sharp(seed: 73), profile: "android")
            #expect(next.string("outcome") == "sent")
            try await server.expectLedger(decisions: 3, attempts: 2)
        }
    }

    @Test func capsEachKeyByItself() async throws {
        let setup = try Self.setup { text in
            try text.change("budget: {", to: "budget: { perKey: { daily: \"0.002 USD\" },")
        }
        try await ServerUnderTest.run(setup) { server in
            #expect(try await server.upload(Pictures.sharp(seed: 71)).string("outcome") == "sent")
            let refused = try await server.upload(Pictures.sharp(seed: 72))
            #expect(
                Self.detail(refused).hasPrefix("this key's day cap of 0.002000000 USD has no room for this call: 0.00")
            )
            let other = try await server.upload(Pictures.sharp(seed: 73), key: ServerUnderTest.iosKey)
            #expect(other.string("outcome") == "sent")
        }
    }

    @Test func spendsNoMoreThanItsShareOfTheRevenue() async throws {
        // A thousand uploads earn 6.651 USD: 0.0006 of it is room for two calls, and each upload adds nearly nothing.
        let setup = try Self.setup { text in
            try text.change("maxShareOfRevenue: 0.2", to: "maxShareOfRevenue: 0.0003")
        }
        try await ServerUnderTest.run(setup) { server in
            #expect(try await server.upload(Pictures.sharp(seed: 71)).string("outcome") == "sent")
            let refused = try await server.upload(Pictures.sharp(seed: 72))
            #expect(refused.reasons?.first == "budget_exhausted")
            #expect(Self.detail(refused).hasPrefix("0.03 % of the month's revenue, 0.001995"), "\(refused.text)")
            let report = try await server.get("/v1/reports/economics?format=json")
            #expect(report.integer("totals.local") == 1)
            #expect(report.integer("totals.rejected") == 0)
        }
    }

    @Test func alertsOnTheDashboardAndInTheLogOnce() async throws {
        let setup = try Self.setup { text in
            try text.change("budget: {", to: "budget: { weekly: \"0.002 USD\", firstWeekday: \"sunday\",")
            try text.change("daily: \"3.00 USD\"", to: "daily: \"0.002 USD\"")
        }
        try await ServerUnderTest.run(setup) { server in
            for seed in 71..<74 { _ = try await server.upload(Pictures.sharp(seed: UInt64(seed))) }
            let report = try await server.get("/v1/reports/economics?format=json")
            let spent = try #require(report.integer("totals.costNanoUSD"))
            let share = FigureText.share(Double(spent) / 2_000_000, decimals: 1)
            let alert =
                "profile/ios: a call did not fit the day's cap of 0.002 USD (\(share) used); "
                + "such calls stay local until the next day"
            let line = "ALERT \(alert)"
            #expect(try await server.get("/dashboard?width=140").text.contains(line))
            try await eventually {
                server.log.messages.contains(alert)
            }
            server.clock.advance(seconds: 86_400)
            // Another day: its alerts are its own. The week's goes on.
            let screen = try await server.get("/dashboard").text
            #expect(!screen.contains("ALERT profile/ios: a call did not fit the day's cap"))
        }
    }

    /// Each alert is an event, posted to the webhook of the portfolio.
    @Test func postsAlertsToTheWebhook() async throws {
        let posted = Locked<[[UInt8]]>([])
        let receiver = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: 0), threads: 1)) { request in
            posted.withLock { $0.append(request.body) }
            return HTTPResponse(status: 204)
        }
        let setup = try Self.setup(
            portfolio: """
                { budget: { daily: "0.002 USD", timeZone: "UTC", alerts: [0.1] },
                  alertKinds: ["cap_near", "cap_reached"],
                  alertWebhook: "http://127.0.0.1:\(receiver.port)/hook" }
                """
        )
        try await ServerUnderTest.run(setup) { server in
            for seed in 71..<74 { _ = try await server.upload(Pictures.sharp(seed: UInt64(seed))) }
            try await eventually { posted.withLock { $0.count } >= 2 }
            let bodies = posted.withLock { $0 }.map { String(decoding: $0, as: UTF8.self) }
            #expect(bodies.count == 2)
            #expect(bodies[0].contains(#""holder":"portfolio","window":"day""#))
            #expect(bodies[0].contains(#""share":0.1,"exhausted":false,"limitNanoUSD":2000000"#))
            #expect(bodies[0].contains(#""kind":"cap_near","severity":"warning""#))
            #expect(bodies[1].contains(#""exhausted":true"#))
            #expect(bodies[1].contains(#""kind":"cap_reached","severity":"critical""#))
        }
        await receiver.stop(grace: .zero)
    }
}
