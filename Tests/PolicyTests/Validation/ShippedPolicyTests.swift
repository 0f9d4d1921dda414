import Economics
import Testing

@testable import Policy

@Suite("The policies of this repository")
struct ShippedPolicyTests {
    private func set(at now: Timestamp = PolicyFolder.now) throws -> PolicySet {
        let result = PolicyReader.read(try PolicyFolder.shipped(), knownZones: PolicyFolder.zones, now: now)
        #expect(result.diagnostics.map(\.line) == [])
        return try #require(result.set)
    }

    @Test(arguments: [1_795_996_800, 1_798_761_600, 1_830_297_600] as [Int64])
    func readWithoutARemark(at seconds: Int64) throws {
        #expect(try set(at: .seconds(seconds)).profiles.keys.sorted() == ["android", "ios"])
    }

    @Test(
        arguments: [("ios", 6_651_000, 75, 3000), ("android", 4_032_000, 60, 2400)] as [(String, Int64, Int64, Int64)]
    )
    func earnAndSpendWhatTheyShould(_ name: String, _ perUpload: Int64, _ monthly: Int64, _ dailyMilli: Int64) throws {
        let profile = try #require(try set().profiles[name])
        let earned = profile.revenue.ecpm.nanoUSD * profile.revenue.impressionsPerUploadMicros / 1_000_000 / 1000
        #expect(earned == perUpload)
        #expect(profile.budget.monthly == Money(nanoUSD: monthly * 1_000_000_000))
        #expect(profile.budget.daily == Money(nanoUSD: dailyMilli * 1_000_000))
        #expect(profile.budget.timeZone == "Asia/Tokyo")
    }

    @Test(
        arguments: [
            ("ios", "apple-vision/18", [], 0.3), ("android", "ml-kit/17", [.attention], 0.5),
            ("android", "ml-kit-gms/16", [.attention], 0.5),
        ] as [(String, String, Set<Evidence.Area>, Double)]
    )
    func judgePhonesByTheirOwnScorers(
        _ name: String,
        _ space: String,
        _ absent: Set<Evidence.Area>,
        _ minConfidence: Double
    ) throws {
        let settings = try #require(try set().profiles[name]?.scoreSpace(named: space))
        #expect(settings.thresholds == Thresholds(sharpness: 0.18, saliencyArea: 0.06))
        #expect(settings.cellThreshold == 0.3)
        #expect(settings.absentAreas == absent)
        #expect(settings.labels?.minConfidence == minConfidence)
        #expect(Set(settings.labels?.kinds.values.map(\.self) ?? []) == Set(BypassLabel.Kind.allCases))
        #expect(settings.labels?.vetoes.contains("screenshot") == true)
    }

    @Test func borrowNoThresholdsForAnotherScorer() throws {
        let ios = try #require(try set().profiles["ios"])
        #expect(ios.scoreSpace(named: "apple-vision/27") == nil)
        #expect(ios.scoreSpace(named: "ml-kit/17") == nil)
        // The gate's own space by the gate's own thresholds.
        #expect(
            ios.scoreSpace(named: "torii/1")
                == ScoreSpaceSettings(
                    name: "torii/1",
                    thresholds: Thresholds(sharpness: 0.18, saliencyArea: 0.06)
                )
        )
    }

    @Test func knowThePriceChangeOf2027() throws {
        let prices = try set().prices.prices.filter { $0.model == "gemini-3.8-flash" && $0.tier == "standard" }
        #expect(prices.map(\.inputPerMillion) == [750_000_000, 1_500_000_000])
        #expect(prices.map(\.id) == ["gemini-3.8-flash/standard/2026-09-01", "gemini-3.8-flash/standard/2027-01-01"])
        #expect(prices[0].until == prices[1].from)
    }

    @Test(arguments: [
        ("gemini-3.5-flash-lite", "gemini-3.5-flash-lite", ModelCapabilities.Thinking.levelMinimal),
        ("gemini-3.5-flash", "gemini-3.5-flash", .levelMinimal),
        ("gemini-3.8-flash", "gemini-3.8-flash", .levelLow),
        ("gemini-2.5-flash-lite", "gemini-2.5-flash-lite", .budgetZero),
        ("gemini-2.5-flash-001", "gemini-2.5-flash", .budgetZero),
        ("gemini-3-flash-preview", "gemini-3-flash", .levelMinimal),
    ])
    func findTheFamilyByTheLongestPrefix(
        _ model: String,
        _ prefix: String,
        _ thinking: ModelCapabilities.Thinking
    ) throws {
        let family = try #require(try set().capabilities(of: model))
        #expect(family.prefix == prefix)
        #expect(family.thinking == thinking)
    }

    @Test func priceEveryModelOfEveryFamily() throws {
        let set = try set()
        for family in set.models {
            #expect(set.prices.prices.contains { $0.model.hasPrefix(family.prefix) }, "\(family.prefix)")
        }
        for price in set.prices.prices {
            #expect(set.capabilities(of: price.model) != nil, "\(price.model)")
        }
    }

    @Test func describeAWallpaper() throws {
        let contract = try #require(try set().contracts["wallpaper"])
        #expect(
            contract.fields.map(\.name) == [
                "primaryCategory", "secondaryCategory", "mood", "recommendedTags", "dominantColors",
                "suitableScreenTypes",
            ]
        )
        guard case .choice(let categories) = contract.fields[0].kind, case .choice(let moods) = contract.fields[2].kind
        else {
            Issue.record("the categories and moods are choices")
            return
        }
        #expect(categories.count == 18)
        #expect(moods.count == 8)
        #expect(contract.fields[1].kind == .choice(categories))
        #expect(contract.fields.map(\.nullable) == [false, true, false, false, false, false])
        #expect(contract.fields[3].kind == .words(pattern: .snakeCase, count: 3...6))
        #expect(contract.fields[4].kind == .words(pattern: .hexColor, count: 0...3))
        #expect(contract.prompts.keys.sorted() == ["en", "ja"])
        for prompt in contract.prompts.values {
            #expect(!prompt.system.contains("  ") && !prompt.system.contains("\n"))
        }
    }
}
