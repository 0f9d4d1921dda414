import Economics
import Testing

@testable import Revenue

/// Reports of ad networks, and how each can be wrong.
struct NetworkReportTests {
    @Test func readsAdMobInItsZoneAndAddsApps() throws {
        #expect(
            ReportSamples.short(try ReportSamples.rows(.admob, ReportSamples.admob)) == [
                "2026-10-14 America/Los_Angeles ios admob.network 15550 65310000",
                "2026-10-14 America/Los_Angeles android admob.network 12320 31050000",
            ]
        )
    }

    /// googleads-python-lib: a million micros are one unit, never a million.
    @Test func takesMicrosAsMillionths() throws {
        let rows = try ReportSamples.rows(
            .admob,
            ReportSamples.admob.replacing("\"64310000\"", with: "\"1000000\"").replacing(":1000000}", with: ":0}")
        )
        #expect(try ExchangeRates.none.entry(rows[0]).amount == Money(nanoUSD: 1_000_000_000))
    }

    @Test(
        arguments: [
            ("\"microsValue\":\"64310000\"", "\"decimal_value\":\"64.31\"", RevenueError.Code.unit, "`decimal_value`"),
            ("\"microsValue\":\"64310000\"", "\"doubleValue\":64.31", .unit, "`doubleValue`"),
            ("\"matchingRowCount\":\"3\"", "\"matchingRowCount\":\"100001\"", .truncated, "3 of 100001 rows"),
            ("\"currencyCode\":\"USD\",", "", .currency, "currencyCode"),
            ("\"DATE\":{\"value\":\"20261014\"},\"PLATFORM\":{\"value\":\"iOS\"},\n", "\n", .field, "DATE"),
            ("{\"value\":\"Android\"}", "{\"value\":\"Windows\"}", .profile, "there is no profile `windows`"),
            ("\"20261014\"", "\"20261314\"", .field, "DATE"),
            ("[\n", "{\n", .syntax, "report:"),
        ] as [(String, String, RevenueError.Code, String)]
    )
    func refusesAdMobWhereItIsNotSure(old: String, new: String, code: RevenueError.Code, part: String) throws {
        let text = ReportSamples.admob.replacing(old, with: new, maxReplacements: 1)
        #expect(text != ReportSamples.admob)
        let error = #expect(throws: RevenueError.self) { try ReportSamples.rows(.admob, text) }
        #expect(error?.code == code)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func tellsMediationFromTheNetwork() throws {
        let text = ReportSamples.admob.replacing(
            "\"PLATFORM\":{\"value\":\"iOS\"}",
            with: "\"PLATFORM\":{\"value\":\"iOS\"},\"AD_SOURCE\":{\"value\":\"1\"}"
        )
        #expect(try ReportSamples.rows(.admob, text).first?.key.source == "admob.mediation")
    }

    @Test func readsMAXWithoutItsECPM() throws {
        let csv = """
            day,platform,package_name,country,impressions,estimated_revenue,ecpm
            2026-10-14,ios,com.acme.walls,jp,15546,64.310000,999
            2026-10-14,ios,com.acme.other,jp,4,0.0000005,999
            2026-10-14,android,com.acme.walls,us,3,0.0000015,999
            """
        let rows = try ReportSamples.rows(.max, csv)
        #expect(
            ReportSamples.short(rows) == [
                "2026-10-14 UTC ios max 15550 64310000", "2026-10-14 UTC android max 3 2",
            ]
        )
        #expect(rows.map(\.key.country) == ["jp", "us"])
        let json = #"""
            {"code":200,"results":[{"day":"2026-10-14","platform":"ios","impressions":"15546","estimated_revenue":"64.31"}]}
            """#
        #expect(ReportSamples.short(try ReportSamples.rows(.max, json)) == ["2026-10-14 UTC ios max 15546 64310000"])
    }

    @Test func readsLevelPlayFlatAndNested() throws {
        let nested = #"""
            [{"date":"2026-10-14","platform":"iOS","data":[{"revenue":1.5,"impressions":10,"countryCode":"JP"},
                {"revenue":2.5e-1,"impressions":2,"countryCode":"US"}]}]
            """#
        #expect(try ReportSamples.rows(.levelplay, nested).map(\.micros) == [1_500_000, 250_000])
        let flat = #"[{"date":"2026-10-14","platform":"android","revenue":1.5,"impressions":10}]"#
        #expect(
            ReportSamples.short(try ReportSamples.rows(.levelplay, flat)) == [
                "2026-10-14 UTC android levelplay 10 1500000"
            ]
        )
    }

    // MARK: CSV of any form

    private static let mapped: ImportOptions = {
        var options = ReportSamples.options
        options.profile = "ios"
        options.currency = "USD"
        options.timeZone = "America/Los_Angeles"
        options.mapping = ["date": "Date", "impressions": "Impressions", "revenue": "Est. earnings (USD)"]
        return options
    }()

    private static let csv = """
        "Est. earnings (USD)";Date;Impressions
        "64.31";2026-10-14;15546
        """

    @Test func findsColumnsByNameWhateverTheirOrder() throws {
        let expected = ["2026-10-14 America/Los_Angeles ios csv 15546 64310000"]
        #expect(ReportSamples.short(try ReportSamples.rows(.csv, Self.csv, Self.mapped)) == expected)
        let mark = [UInt8]([0xEF, 0xBB, 0xBF]) + Array(Self.csv.utf8)
        #expect(ReportSamples.short(try RevenueFormat.csv.rows(mark, name: "x", options: Self.mapped)) == expected)
        for isLittle in [true, false] {
            let units = [0xFEFF as UInt16] + Array(Self.csv.replacing(";", with: "\t").utf16)
            let bytes = units.flatMap { unit in
                isLittle ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            }
            #expect(ReportSamples.short(try RevenueFormat.csv.rows(bytes, name: "x", options: Self.mapped)) == expected)
        }
    }

    @Test(
        arguments: [
            ("64.31", "64,31", RevenueError.Code.field, "decimal number"),
            ("64.31", "1,234.00", .field, "decimal number"), ("2026-10-14", "10/14/2026", .field, "line 2: Date"),
            ("15546", "15.5", .field, "whole number"), ("Impressions", "Impr.", .field, "no column `Impressions`"),
            ("\"64.31\"", "\"64.31", .syntax, "inside quotes"), ("\"64.31\"", "-64.31", .range, "below zero"),
        ] as [(String, String, RevenueError.Code, String)]
    )
    func refusesWhatCanBeReadTwoWays(old: String, new: String, code: RevenueError.Code, part: String) throws {
        let text = Self.csv.replacing(old, with: new)
        let error = #expect(throws: RevenueError.self) { try ReportSamples.rows(.csv, text, Self.mapped) }
        #expect(error?.code == code)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func asksForWhatTheFileDoesNotSay() throws {
        var options = Self.mapped
        options.currency = nil
        #expect(throws: RevenueError(.currency, "report: say the currency with --currency, or which column has it")) {
            try ReportSamples.rows(.csv, Self.csv, options)
        }
        options = Self.mapped
        options.timeZone = nil
        #expect(throws: RevenueError(.field, "report: say the zone of its days with --time-zone")) {
            try ReportSamples.rows(.csv, Self.csv, options)
        }
    }

    @Test(
        arguments: [
            ("64.31", 6, 64_310_000), ("0.0000005", 6, 0), ("0.0000015", 6, 2), ("0.00000050001", 6, 1),
            ("-1.5", 6, -1_500_000),
            ("2.5e-1", 6, 250_000), ("1E3", 0, 1_000), ("9223372036854775807", 0, .max),
            ("9223372036854775808", 0, nil),
            ("", 6, nil), (".5", 6, nil), ("5.", 6, nil), ("1e", 6, nil), ("1e99", 6, nil), ("٣", 6, nil),
            ("1e-9", 6, 0),
        ] as [(String, Int, Int64?)]
    )
    func roundsDecimalsOnceAndToEven(text: String, decimals: Int, value: Int64?) {
        #expect(RevenueValue.decimal(text, decimals: decimals) == value)
    }
}
