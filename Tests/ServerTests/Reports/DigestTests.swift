import Control
import Documents
import Economics
import Foundation
import Ledger
import Policy
import Testing

@testable import Server

/// A week on one page. After a change that is meant, `TORII_RECORD=1 swift test --filter DigestTests` writes the pages
/// anew; look at the difference.
struct DigestTests {
    private static let folder = PolicyDocuments.root + "/Tests/Fixtures/digest/"
    private static let monday = CivilDate(daysSince1970: 20_780)  // 2026-11-23
    private static let zone = ZoneOffsets.utc

    private static func hour(_ days: Int) -> Timestamp { zone.start(of: monday.advanced(byDays: days)) }

    private static func costs(_ profile: String, _ day: Int, _ attempts: Int) -> CostRollup {
        CostRollup(
            profile: profile,
            hour: hour(day),
            model: "gemini-3.5-flash-lite",
            tier: "standard",
            priceID: "2026-07-21",
            result: "ok",
            emulated: false,
            attempts: attempts,
            cost: Money(nanoUSD: Int64(attempts) * 180_550),
            uncertain: .zero,
            usage: .zero,
            latencyMicros: 0,
            cheaper: .none
        )
    }

    private static func uploads(_ profile: String, _ day: Int, sent: Int, rejected: Int) -> [DecisionRollup] {
        [
            .uploads(sent, .sent, .gatePassed, profile: profile, hour: hour(day), emulated: false),
            .uploads(rejected, .rejected, .tooBlurry, profile: profile, hour: hour(day), emulated: false),
        ]
    }

    private static func event(
        _ number: Int64,
        _ kind: EventKind,
        _ seconds: Int64,
        _ profile: String?,
        _ text: String
    ) -> EventRecord {
        EventRecord(
            number: number,
            id: "event/\(number)",
            at: hour(0).advanced(bySeconds: seconds),
            kind: kind,
            profile: profile,
            text: text
        )
    }

    private static func digest(events: [EventRecord]? = nil, bound: Double? = 0.000_124) throws -> WeeklyDigest {
        let ledger = LedgerSnapshot.of(
            uploads("ios", -3, sent: 4_000, rejected: 4_600) + uploads("ios", 1, sent: 4_529, rejected: 4_896)
                + uploads("android", 2, sent: 4_404, rejected: 5_500),
            [costs("ios", -3, 4_000), costs("ios", 1, 4_529), costs("android", 2, 4_404)]
        )
        let terms = [("ios", 0.466), ("android", 0.41)].map {
            EconomicsReport.ProfileTerms(name: $0.0, zone: zone, target: $0.1)
        }
        func report(_ start: CivilDate) throws -> EconomicsReport {
            try EconomicsReport.made(
                EconomicsReport.Query(from: start, end: start.advanced(byDays: 7), dimensions: [.profile]),
                from: ledger,
                profiles: terms,
                now: hour(7).advanced(bySeconds: 8 * 3_600)
            )
        }
        return WeeklyDigest(
            report: try report(monday),
            before: try report(monday.advanced(byDays: -7)),
            zone: zone,
            bounds: [
                WeeklyDigest.Bound(profile: "android", bound: nil, limit: 0.000_18),
                WeeklyDigest.Bound(profile: "ios", bound: bound, limit: 0.000_18),
            ],
            events: events ?? [
                event(1, .policyApplied, 30_000, nil, "policy r9 applied by ada: fewer sends at night"),
                event(2, .thresholdsAdjusted, 90_000, "ios", "strictness 0.531 to 0.549, thresholds 0.183 and 0.041"),
                event(3, .capNear, 200_000, "android", "profile/android: 80.0 % of the day's cap of 2.00 USD is used"),
                event(4, .capNear, 290_000, "android", "profile/android: 80.0 % of the day's cap of 2.00 USD is used"),
                event(5, .capReached, 300_000, "android", "profile/android: the day's cap of 2.00 USD is used up"),
            ]
        )
    }

    @Test(arguments: [60, 80, 100, 140])
    func fitsAWeekOnOnePage(width: Int) throws {
        let text = try Self.digest().text(width: width)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 60)
        for line in lines { #expect(line.count <= width, "\(line)") }
        let file = Self.folder + "week-\(width).txt"
        if ProcessInfo.processInfo.environment["TORII_RECORD"] != nil {
            try FileManager.default.createDirectory(atPath: Self.folder, withIntermediateDirectories: true)
            try (text + "\n").write(toFile: file, atomically: true, encoding: .utf8)
        }
        #expect(text + "\n" == (try String(contentsOfFile: file, encoding: .utf8)), "\(file)")
    }

    @Test func saysTheSameInNumbers() throws {
        let digest = try Self.digest()
        let root = try #require(
            DocumentReader.read(try digest.json().encoded(), file: "digest", dialect: .json).root
        )
        #expect(root["schema"]?.string == "torii.digest/1")
        #expect(root["from"]?.string == "2026-11-23")
        #expect(root["to"]?.string == "2026-11-29")
        #expect(root["total"]?["costNanoUSD"]?.integer == Int64(1_612_853_150))
        #expect(root["total"]?["uploads"]?.integer == 19_329)
        #expect(root["before"]?["costNanoUSD"]?.integer == Int64(722_200_000))
        #expect(root["profiles"]?.array?.map { $0["profile"]?.string } == ["android", "ios"])
        #expect(root["profiles"]?.array?.last?["falseRejectBound"]?.double == 0.000_124)
        #expect(root["profiles"]?.array?.first?["falseRejectBound"]?.isNull == true)
        #expect(root["events"]?.array?.count == 5)
        #expect(root["advice"]?.array?.compactMap(\.string) == digest.advice)
    }

    /// The gravest first, each kind once, then what the figures ask for.
    @Test func advisesOnWhatMatters() throws {
        #expect(
            try Self.digest().advice == [
                "cap_reached: \(EventKind.capReached.advice)", "cap_near, 2 times: \(EventKind.capNear.advice)",
                "android sends +3.47 pp off its target: see torii control status, or propose another target",
                "ios sends +1.45 pp off its target: see torii control status, or propose another target",
                "android has no certificate: phase measure, then torii control certificate --certify --profile android",
            ]
        )
        let worse = try Self.digest(events: [], bound: 0.000_2)
        #expect(worse.advice.last == "ios may lose more right answers than its limit: measure and certify anew")
        #expect(try worse.text().contains("What changed: 0 events"))
    }

    /// The last whole week unless a day names another; weeks begin where the portfolio says.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            (nil, "monday", "2026-11-16"), (nil, "sunday", "2026-11-15"), ("2026-11-29", "monday", "2026-11-23"),
            ("2026-11-29", "sunday", "2026-11-29"),
        ] as [(String?, String, String)]
    )
    func beginsWeeksWhereThePortfolioSays(day: String?, weekday: String, first: String) async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents()
        let portfolio = "{ budget: { daily: \"90 USD\", timeZone: \"UTC\", firstWeekday: \"\(weekday)\" } }"
        setup.documents?.append(PolicyDocument(path: "portfolio.json5", bytes: Array(portfolio.utf8)))
        try await ServerUnderTest.run(setup) { server in
            _ = try await server.upload(Pictures.sharp(seed: 5))
            let digest = try await WeeklyDigest.made(
                of: day.flatMap { CivilDate($0) },
                store: server.store,
                policies: server.server.service.policies.snapshots,
                data: nil,
                now: try #require(Timestamp(iso8601: "2026-11-27T10:00:00Z"))
            )
            #expect(digest.firstDay.description == first)
            #expect(digest.bounds.allSatisfy { $0.bound == nil })
        }
    }
}
