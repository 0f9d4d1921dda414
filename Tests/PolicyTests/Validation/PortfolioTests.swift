import Economics
import Testing

@testable import Policy

/// `portfolio.json5`, and what profiles may say about weeks, keys and alerts.
struct PortfolioTests {
    private static let valid = """
        { budget: { monthly: "120.00 USD", weekly: "40.00 USD", timeZone: "Asia/Tokyo", firstWeekday: "sunday",
          alerts: [0.9, 0.5] }, alertWebhook: "https://example.com/hook",
          alertSeverity: "warning", alertKinds: ["cap_near", "key_expiring"] }
        """

    private func read(_ text: String) -> PolicyReader.Result {
        var documents = PolicyFolder.valid.documents
        documents.append(PolicyDocument(path: "portfolio.json5", bytes: Array(text.utf8)))
        return PolicyReader.read(documents, knownZones: ["Asia/Tokyo", "UTC"], now: PolicyFolder.now)
    }

    @Test func readsMoneyAcrossProfiles() throws {
        let portfolio = try #require(read(Self.valid).set?.portfolio)
        #expect(
            portfolio
                == Portfolio(
                    caps: Caps(weekly: Money(nanoUSD: 40_000_000_000), monthly: Money(nanoUSD: 120_000_000_000)),
                    alerts: [0.5, 0.9],
                    timeZone: "Asia/Tokyo",
                    firstWeekday: .sunday,
                    webhook: EventWebhook(
                        url: "https://example.com/hook",
                        severity: .warning,
                        kinds: [.capNear, .keyExpiring]
                    )
                )
        )
        #expect(PolicyFolder.valid.read().set?.portfolio == nil)
    }

    @Test(
        arguments: [
            ("weekly: \"40.00 USD\"", "weekly: \"140.00 USD\"", "policy.conflict"),
            ("weekly:", "weakly:", "policy.unknown-key"), ("\"sunday\"", "\"Sonntag\"", "policy.value"),
            ("Asia/Tokyo", "Asia/Tokio", "policy.zone"), ("[0.9, 0.5]", "[0]", "policy.range"),
            ("[0.9, 0.5]", "[80]", "policy.range"), ("https://", "http://", "policy.value"),
            ("\"cap_near\"", "\"cap_neer\"", "policy.value"), ("cap_near", "key_expiring", "policy.duplicate"),
            ("\"warning\"", "\"bad\"", "policy.value"),
            ("alertWebhook: \"https://example.com/hook\",", "", "policy.conflict"),
            ("timeZone: \"Asia/Tokyo\", ", "", "policy.missing"),
        ]
    )
    func refusesWhatIsWrong(old: String, new: String, code: String) {
        #expect(Self.valid.contains(old))
        let result = read(Self.valid.replacing(old, with: new))
        #expect(result.set == nil)
        #expect(
            result.diagnostics.contains { $0.code == code && $0.file == "portfolio.json5" },
            "\(result.diagnostics)"
        )
    }

    /// This machine by its name or its address, and nothing that only begins like it.
    @Test(
        arguments: [
            ("https://example.com/hook", true), ("https://example.com:8443", true), ("http://localhost", true),
            ("http://LOCALHOST:9000/hook?a=b", true), ("http://127.0.0.1/", true), ("http://127.0.0.1:65535", true),
            ("http://127.8.0.9:80#x", true), ("http://[::1]:8080/hook", true), ("http://localhost?x", true),
            ("http://localhost.evil.example", false), ("http://localhost.evil.example:80/", false),
            ("http://127.0.0.1.evil.example/hook", false), ("http://127.0.0.1@evil.example/", false),
            ("http://localhost:80@evil.example/", false), ("http://localhost:x", false),
            ("http://localhost:70000", false), ("http://localhost:", false), ("http://127.0.0.256", false),
            ("http://127.0.0", false), ("http://127.0.0.+1", false), ("http://[::1].evil.example", false),
            ("http://[::1", false), ("http://[::2]", false), ("http://evil.example#127.0.0.1", false),
            ("http://localhost\\.evil.example", false), ("http://localhost .evil.example", false),
            ("http://", false), ("https://", false), ("https:///hook", false), ("ftp://localhost", false),
            ("localhost", false),
        ] as [(String, Bool)]
    )
    func postsToHttpsOrToThisMachine(url: String, isTaken: Bool) {
        let text = url.replacing("\\", with: "\\\\")
        let portfolio = read(Self.valid.replacing("https://example.com/hook", with: text))
        #expect(portfolio.set?.portfolio?.webhook?.url == (isTaken ? url : nil), "\(portfolio.diagnostics)")
        let profile = PolicyFolder.valid.replacing(
            "budget: {",
            by: "deferral: { callback: \"\(text)\" }, budget: {",
            in: "android.json5"
        )
        #expect(profile?.read().set?.profiles["android"]?.deferral.callback == (isTaken ? url : nil))
    }

    @Test func readsCapsOfKeysAndWeeksOfAProfile() throws {
        let folder = try #require(
            PolicyFolder.valid.replacing(
                "budget: {",
                by: """
                    budget: { weekly: "15.00 USD", firstWeekday: "saturday", alerts: [],
                    perKey: { daily: "0.50 USD" },
                    """,
                in: "android.json5"
            )
        )
        let budget = try #require(folder.read().set?.profiles["android"]?.budget)
        #expect(budget.weekly == Money(nanoUSD: 15_000_000_000))
        #expect(budget.firstWeekday == .saturday)
        #expect(budget.alerts == [])
        #expect(budget.perKey == Caps(daily: Money(nanoUSD: 500_000_000)))
    }
}
