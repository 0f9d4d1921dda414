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
