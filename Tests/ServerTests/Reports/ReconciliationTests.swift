import Economics
import Ledger
import Platform
import Revenue
import Testing

@testable import Server

/// The ledger beside a bill.
struct ReconciliationTests {
    private static let heading =
        "invoice.month,cost_type,service.description,sku.id,sku.description,usage_start_time,cost,credits.amount,currency\n"

    private static func cost(
        _ hour: String,
        _ nano: Int64,
        uncertain: Int64 = 0,
        emulated: Bool = false
    ) throws -> CostRollup {
        CostRollup(
            profile: "ios",
            hour: try #require(Timestamp(iso8601: hour)),
            model: "lite",
            tier: "standard",
            priceID: "p",
            result: "ok",
            emulated: emulated,
            attempts: 1,
            cost: Money(nanoUSD: nano),
            uncertain: Money(nanoUSD: uncertain),
            usage: .zero,
            latencyMicros: 0,
            cheaper: .none
        )
    }

    private static func made(
        _ bill: String,
        _ costs: [CostRollup],
        tolerance: Double = 0.005
    ) throws -> Reconciliation {
        try Reconciliation(
            try BillingExport(csv: Array((heading + bill).utf8), name: "bill.csv", month: "202610"),
            costs: costs,
            from: try #require(CivilDate("2026-10-01")),
            end: try #require(CivilDate("2026-11-01")),
            options: .init(
                models: ["A-1": "lite"],
                tolerance: tolerance,
                zone: try TimeZones.offsets(of: "America/Los_Angeles")
            )
        )
    }

    /// 06:59 UTC on the 15th is still the 14th in California.
    @Test func comparesByPacificDayAndModel() throws {
        let result = try Self.made(
            """
            202610,regular,Gemini API,A-1,x,2026-10-15 06:00:00 UTC,0.000000300,-0.000000100,USD
            202610,regular,Gemini API,A-1,x,2026-10-15T07:00:00Z,0.000000050,,USD
            202610,tax,Gemini API,A-1,x,2026-10-15T07:00:00Z,9,,USD
            202610,regular,Cloud Storage,B,x,2026-10-15T07:00:00Z,9,,USD
            202609,regular,Gemini API,A-1,x,2026-10-01T07:00:00Z,9,,USD
            """,
            [
                try Self.cost("2026-10-15T06:00:00Z", 200), try Self.cost("2026-10-15T07:00:00Z", 49),
                try Self.cost("2026-10-15T07:00:00Z", 1_000, emulated: true),
            ]
        )
        #expect(result.rows.map(\.day.description) == ["2026-10-14", "2026-10-15"])
        #expect(result.rows.map(\.billed.nanoUSD) == [200, 50])
        #expect(result.rows.map(\.ledger.nanoUSD) == [200, 49])
        #expect(result.leftOut == 3)
        #expect(result.emulated == (Money(nanoUSD: 1_000), 1))
        let json = try result.json().text()
        #expect(json.contains(#""emulatedNanoUSD":1000,"emulatedAttempts":1}"#), "\(json)")
        let last =
            "EMULATED: 0.000001000 USD of the ledger is left out, 1 attempts that the emulator answered and nobody bills"
        #expect(try result.text().hasSuffix("\n\(last)"))
        #expect(try result.total().unexplained() == Money(nanoUSD: 1))
        #expect(try result.agrees())
        #expect(try !Self.made("202610,regular,Gemini API,A-1,x,2026-10-15T07:00:00Z,0.0000001,,USD", []).agrees())
    }

    /// Time-outs stand in the ledger in full: a bill below it by as much is explained, one above it is not.
    @Test(arguments: [(100, 0), (60, 0), (50, -10), (101, 1)] as [(Int64, Int64)])
    func explainsByUncertainAttempts(billed: Int64, unexplained: Int64) throws {
        let result = try Self.made(
            "202610,regular,Gemini API,A-1,x,2026-10-15T07:00:00Z,0.\(String(1_000_000_000 + billed).dropFirst()),,USD",
            [try Self.cost("2026-10-15T07:00:00Z", 60), try Self.cost("2026-10-15T07:00:00Z", 40, uncertain: 40)],
            tolerance: 0
        )
        #expect(try result.total().unexplained() == Money(nanoUSD: unexplained))
        #expect(try result.agrees() == (unexplained == 0))
        #expect(try result.total().uncertainAttempts == 1)
    }

    @Test func showsSKUsOfNoKnownModel() throws {
        let result = try Self.made(
            "202610,regular,Gemini API,Z-9,\"odd, unit\",2026-10-15T07:00:00Z,0.031912,,USD",
            []
        )
        #expect(try !result.text().contains("EMULATED"))
        #expect(try result.text().contains("SKU Z-9 (odd, unit) is of no known model: 0.031912 USD"))
        #expect(result.unmatched.map(\.net) == [Money(nanoUSD: 31_912_000)])
    }

    @Test func namesAllColumnsThatAreMissing() throws {
        let error = #expect(throws: RevenueError.self) {
            try BillingExport(csv: Array("Day,cost\n".utf8), name: "bill.csv", month: "202610")
        }
        #expect(
            error?.message
                == "bill.csv is no Google Cloud billing export: it has no column `sku.id` or `sku_id`, `usage_start_time`, "
                + "`currency`, `invoice.month` or `invoice_month`; it has `Day`, `cost`"
        )
    }

    @Test(arguments: [
        ("USD", "EUR", "currency must be USD"), ("0.5", "x", "cost must be a decimal number"),
        ("2026-10-15T07:00:00Z", "yesterday", "usage_start_time must be a moment"),
    ])
    func refusesBillsThatCannotBeCompared(old: String, new: String, part: String) throws {
        let bill = "202610,regular,Gemini API,A-1,x,2026-10-15T07:00:00Z,0.5,,USD".replacing(old, with: new)
        let error = #expect(throws: RevenueError.self) { try Self.made(bill, []) }
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }
}
