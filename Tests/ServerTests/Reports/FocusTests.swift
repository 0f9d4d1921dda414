import Economics
import Ledger
import TestSupport
import Testing

@testable import Server

/// The columns of FOCUS 1.2, and the ledger's cost in them.
struct FocusTests {
    private static let price = Price(
        model: "lite",
        tier: "standard",
        id: "lite/standard/2026-07-21",
        from: .seconds(0),
        until: nil,
        inputPerMillion: 300_000_000,
        cachedPerMillion: 30_000_000,
        outputPerMillion: 2_500_000_000
    )

    private static func rollup(
        _ usage: TokenUsage,
        cost: Int64,
        hour: String = "2026-10-14T03:00:00Z",
        result: String = "ok",
        priceID: String = price.id,
        uncertain: Bool = false,
        emulated: Bool = false
    ) throws -> CostRollup {
        CostRollup(
            profile: "ios",
            hour: try #require(Timestamp(iso8601: hour)),
            model: "lite",
            tier: "standard",
            priceID: priceID,
            result: result,
            emulated: emulated,
            attempts: 1,
            cost: Money(nanoUSD: cost),
            uncertain: uncertain ? Money(nanoUSD: cost) : .zero,
            usage: usage,
            latencyMicros: 0
        )
    }

    private static func rows(_ export: FocusExport) -> [[String: String]] {
        let lines = export.csv().replacing("\"{\"\"profile\"\":\"\"ios\"\"}\"", with: "TAGS").split(separator: "\r\n")
            .map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    }

    @Test func writesARowForEachKindOfToken() throws {
        let usage = TokenUsage(prompt: 2_554_356, cached: 54_356, candidates: 1_000, thoughts: 200)
        // 2,500,000 x 300 + 54,356 x 30 + 1,200 x 2,500, and 7 nano-dollars of rounding up.
        let cost: Int64 = 750_000_000 + 1_630_680 + 3_000_000 + 7
        let export = try FocusExport(
            [try Self.rollup(usage, cost: cost)],
            prices: try PriceBook([Self.price]),
            options: .init(account: "walls-prod", billsLedger: false)
        )
        let rows = Self.rows(export)
        #expect(rows.map { $0["x_TokenKind"] } == ["cached", "input", "output", "thought"])
        #expect(rows.map { $0["EffectiveCost"] } == ["0.001630680", "0.750000000", "0.002500007", "0.000500000"])
        let input = try #require(rows.first { $0["SkuMeter"] == "input" })
        #expect(input["BilledCost"] == "0")
        #expect(input["BillingAccountId"] == "walls-prod")
        #expect(input["BillingPeriodStart"] == "2026-10-01T00:00:00Z")
        #expect(input["BillingPeriodEnd"] == "2026-11-01T00:00:00Z")
        #expect(input["ChargePeriodStart"] == "2026-10-14T00:00:00Z")
        #expect(input["ChargePeriodEnd"] == "2026-10-15T00:00:00Z")
        #expect(input["PricingQuantity"] == "2.500000")
        #expect(input["ConsumedQuantity"] == "2500000")
        #expect(input["ListUnitPrice"] == "0.300000000")
        #expect(input["Tags"] == "TAGS")
        #expect(input["ServiceCategory"] == "AI and Machine Learning")
        #expect(FocusExport.columns.count == Set(FocusExport.columns).count)
    }

    /// Nobody bills what the emulator answered: it is no cost unless it is asked for, and told apart then.
    @Test func leavesOutWhatTheEmulatorAnswered() throws {
        let usage = TokenUsage(prompt: 1_000_000, cached: 0, candidates: 0, thoughts: 0)
        let rollups = try [
            Self.rollup(usage, cost: 300_000_000), Self.rollup(usage, cost: 300_000_000, emulated: true),
        ]
        func export(_ includesEmulated: Bool) throws -> FocusExport {
            try FocusExport(
                rollups,
                prices: try PriceBook([Self.price]),
                options: .init(account: "", billsLedger: true, includesEmulated: includesEmulated)
            )
        }
        let plain = try export(false)
        #expect(plain.emulated == Money(nanoUSD: 300_000_000))
        #expect(Self.rows(plain).map { $0["EffectiveCost"] } == ["0.300000000"])
        #expect(Self.rows(plain).map { $0["x_Emulated"] } == ["false"])
        let all = Self.rows(try export(true))
        #expect(all.map { $0["x_Emulated"] } == ["false", "true"])
        #expect(all.map { $0["EffectiveCost"] } == ["0.300000000", "0.300000000"])
        #expect(all.map { $0["BilledCost"] } == ["0.300000000", "0"])
    }

    @Test func saysWhatNobodyMetered() throws {
        let export = try FocusExport(
            [try Self.rollup(.zero, cost: 1_600_000, result: "deadline", uncertain: true)],
            prices: try PriceBook([Self.price]),
            options: .init(account: "", billsLedger: true)
        )
        let row = try #require(Self.rows(export).first)
        #expect(row["x_TokenKind"] == "unmetered")
        #expect(row["x_CostStatus"] == "uncertain")
        #expect(row["BilledCost"] == "0.001600000")
        #expect(row["ConsumedQuantity"]?.isEmpty == true)
    }

    /// Whatever was used, under prices that are known or gone: the rows are the ledger's cost.
    @Test(arguments: 0..<60)
    func isTheLedgersCostToTheLastDigit(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let rollups = try (0..<40).map { _ in
            let prompt = Int.random(in: 0...3_000_000, using: &random)
            let usage = TokenUsage(
                prompt: prompt,
                cached: Int.random(in: 0...prompt, using: &random),
                candidates: Int.random(in: 0...100_000, using: &random),
                thoughts: Int.random(in: 0...1_000, using: &random)
            )
            let rounding = Int64.random(in: 0...50, using: &random)
            let hour = "2026-10-\(Int.random(in: 10...28, using: &random))T03:00:00Z"
            return try Self.rollup(
                Bool.random(using: &random) ? usage : .zero,
                cost: try Self.price.cost(of: usage).nanoUSD + rounding,
                hour: hour,
                priceID: Bool.random(using: &random) ? Self.price.id : "gone"
            )
        }
        let export = try FocusExport(
            rollups,
            prices: try PriceBook([Self.price]),
            options: .init(account: "", billsLedger: false)
        )
        let sum = try Money.sum(
            Self.rows(export).map { try Money(parsing: "\(try #require($0["EffectiveCost"])) USD") }
        )
        #expect(sum == (try Money.sum(rollups.map(\.cost))), "seed \(seed)")
    }
}
