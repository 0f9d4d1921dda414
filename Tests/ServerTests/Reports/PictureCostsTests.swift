import Economics
import Policy
import Testing

@testable import Server

/// What a picture costs before anything is sent.
struct PictureCostsTests {
    private func costs(
        tier: String = "standard",
        output: Int = 120,
        ratio: (Int, Int) = (16, 9)
    ) throws -> PictureCosts {
        let now = Timestamp.seconds(1_796_000_000)
        let result = PolicyReader.read(
            try PolicyDocuments.documents(),
            knownZones: ["Asia/Tokyo", "UTC"],
            now: now
        )
        let set = try #require(result.set)
        return try PictureCosts(
            of: try #require(set.profiles["ios"]),
            in: set,
            tier: tier,
            outputTokens: output,
            ratio: ratio,
            at: now
        )
    }

    private func row(
        _ costs: PictureCosts,
        _ model: String,
        _ resolution: CloudSettings.MediaResolution
    ) throws -> PictureCosts.Row {
        try #require(costs.rows.first { $0.model == model && $0.mediaResolution == resolution })
    }

    /// 0.30 and 2.50 USD a million tokens.
    @Test func pricesInputAndOutput() throws {
        let row = try row(try costs(), "gemini-3.5-flash-lite", .low)
        #expect(row.imageTokens == [264, 264, 264, 264, 264])
        for (tokens, cost) in zip(row.inputTokens, row.costs) {
            #expect(cost.nanoUSD == Int64(tokens) * 300 + 120 * 2_500)
        }
    }

    @Test func showsThatSizeCountsOnlyBeforeTheThirdGeneration() throws {
        let costs = try costs()
        #expect(try row(costs, "gemini-2.5-flash", .unspecified).imageTokens == [258, 258, 1_548, 1_548, 1_548])
        #expect(Set(try row(costs, "gemini-3.5-flash", .high).imageTokens) == [1_100])
    }

    @Test func halvesThePriceInBatches() throws {
        let standard = try row(try costs(), "gemini-3.5-flash-lite", .low).costs
        let batch = try row(try costs(tier: "batch"), "gemini-3.5-flash-lite", .low).costs
        #expect(standard.map(\.nanoUSD) == batch.map { $0.nanoUSD * 2 })
        // Without a price in the tier there is nothing to show.
        #expect(try costs(tier: "priority").rows.allSatisfy { $0.model != "gemini-3.5-flash-lite" })
    }

    @Test func fitsOnAScreen() throws {
        let text = try costs().text(width: 100)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
        #expect(text.contains("512x288"))
    }

    @Test(arguments: [((9, 16), (288, 512)), ((16, 9), (512, 288)), ((1, 1), (512, 512)), ((1, 4_000), (1, 512))])
    func keepsTheShape(ratio: (Int, Int), size: (Int, Int)) {
        #expect(PictureCosts.size(longerSide: 512, ratio: ratio) == size)
    }
}
