import Economics
import Testing

@testable import Revenue

/// Our own file, rates, and who tells of which day.
struct CanonicalFileTests {
    static func row(
        _ date: String = "2026-10-14",
        profile: String = "ios",
        source: String = "admob.network",
        zone: String = "America/Los_Angeles",
        country: String = "",
        micros: Int64 = 64_310_000,
        currency: String = "USD",
        status: RevenueRow.Status = .estimated
    ) throws -> RevenueRow {
        try RevenueRow(
            date: try #require(CivilDate(date)),
            timeZone: zone,
            profile: profile,
            source: source,
            country: country,
            impressions: 15_546,
            micros: micros,
            currency: currency,
            status: status,
            asOf: ReportSamples.asOf
        )
    }

    @Test func readsBackWhatItWrites() throws {
        let rows = [
            try Self.row(), try Self.row(country: "J\"P, x"), try Self.row(micros: -5, status: .adjustment),
            try Self.row("2026-10-15", profile: "android", currency: "JPY", status: .final),
        ]
        let csv = CanonicalFile.csv(rows)
        #expect(try ReportSamples.rows(.canonical, csv) == rows)
        #expect(try ReportSamples.rows(.canonical, CanonicalFile.json(rows).text()) == rows)
        #expect(
            csv.split(separator: "\n").first
                == "date,timeZone,profile,source,country,impressions,revenueMicros,currency,status,asOf"
        )
    }

    @Test(
        arguments: [
            ("64310000", "64.31", RevenueError.Code.field, "row 2: revenueMicros must be a whole number of millionths"),
            ("estimated", "guessed", .field, "row 2: status must be estimated, final, adjustment"),
            ("USD", "usd", .currency, "`usd` is no currency"), ("64310000", "-1", .range, "only an adjustment"),
            ("ios,", "mac,", .profile, "there is no profile `mac`"),
            ("revenueMicros", "revenue", .field, "no column `revenueMicros`"),
            ("America/Los_Angeles", "", .field, "timeZone"),
        ] as [(String, String, RevenueError.Code, String)]
    )
    func refusesWhatItWouldNotWrite(old: String, new: String, code: RevenueError.Code, part: String) throws {
        let text = CanonicalFile.csv([try Self.row()]).replacing(old, with: new)
        let error = #expect(throws: RevenueError.self) { try ReportSamples.rows(.canonical, text) }
        #expect(error?.code == code)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func refusesADayToldTwiceInOneFile() throws {
        let text = CanonicalFile.csv([try Self.row(), try Self.row(micros: 1)])
        #expect(
            throws: RevenueError(.coverage, "report tells twice of ios 2026-10-14 America/Los_Angeles, admob.network")
        ) {
            try ReportSamples.rows(.canonical, text)
        }
    }

    @Test func namesBothSourcesOfADay() throws {
        func conflict(_ rows: RevenueRow...) -> String? { RevenueCoverage.conflict(rows.map(\.key)) }
        #expect(
            conflict(try Self.row(), try Self.row(source: "max", zone: "UTC"))
                == "ios 2026-10-14 is told of twice: by admob.network (America/Los_Angeles, whole) and by max (UTC, whole)"
        )
        #expect(conflict(try Self.row(country: "JP"), try Self.row(country: "US")) == nil)
        #expect(conflict(try Self.row(country: "JP"), try Self.row()) != nil)
        #expect(conflict(try Self.row(), try Self.row(profile: "android", source: "max")) == nil)
        #expect(conflict(try Self.row(), try Self.row(source: "max", micros: 1, status: .adjustment)) == nil)
    }

    // MARK: Rates

    private static let fx = """
        date,from,to,rate,source
        2026-10-14,JPY,USD,0.0066667,ECB
        """

    @Test func convertsAtTheRateOfTheDayAndKeepsIt() throws {
        let rates = try ExchangeRates(csv: Array(Self.fx.utf8), name: "fx.csv")
        let entry = try rates.entry(try Self.row(micros: 9_646_500_000, currency: "JPY"))
        // 9,646.5 yen x 0.0066667 USD
        #expect(entry.amount == Money(nanoUSD: 64_310_321_550))
        #expect((entry.rateNano, entry.rateSource) == (6_666_700, "ECB"))
        #expect(throws: RevenueError.self) { try rates.entry(try Self.row("2026-10-15", currency: "JPY")) }
        #expect(throws: RevenueError.self) { try rates.entry(try Self.row(currency: "EUR")) }
        #expect(try ExchangeRates.none.entry(try Self.row()).amount == Money(nanoUSD: 64_310_000_000))
    }

    @Test(arguments: [
        ("0.0066667", "0"), ("USD", "EUR"), ("0.0066667", "x"), ("ECB\n", "ECB\n2026-10-14,JPY,USD,1,x\n"),
    ])
    func refusesRatesThatSayNothing(old: String, new: String) throws {
        let text = (Self.fx + "\n").replacing(old, with: new)
        #expect(throws: RevenueError.self) { try ExchangeRates(csv: Array(text.utf8), name: "fx.csv") }
    }

    // MARK: Closing a month

    @Test func laysTheDifferenceOfAMonthOnItsDaysToTheLastMillionth() throws {
        var rows: [RevenueRow] = []
        for day in 1...31 {
            let date = "2026-10-\(day < 10 ? "0" : "")\(day)"
            rows.append(try Self.row(date, micros: Int64(day * 1_000_003)))
            rows.append(try Self.row(date, profile: "android", micros: Int64(day * 7)))
        }
        let reported = rows.reduce(0) { $0 + $1.micros }
        let adjustments = try MonthClose.adjustments(
            total: reported - 1_234_567,
            currency: "USD",
            of: rows,
            asOf: ReportSamples.asOf
        )
        #expect(adjustments.count == 62)
        #expect(adjustments.reduce(0) { $0 + $1.micros } == -1_234_567)
        #expect(adjustments.allSatisfy { $0.status == .adjustment && $0.key.isAdjustment })
        #expect(throws: RevenueError.self) {
            try MonthClose.adjustments(total: 1, currency: "USD", of: [], asOf: ReportSamples.asOf)
        }
    }
}
