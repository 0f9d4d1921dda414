import Economics
import Testing

@testable import Policy

@Suite("Models that retire")
struct ModelLifeTests {
    /// 2026-12-01T00:00:00Z
    static let retirement = Timestamp.seconds(1_796_083_200)

    private func folder(_ changes: [(String, String, String)]) throws -> PolicyFolder {
        var folder = PolicyFolder.valid
        for (old, new, file) in [("model: \"lite-2\"", "model: \"lite-1\"", "android.json5")] + changes {
            folder = try #require(folder.replacing(old, by: new, in: file))
        }
        return folder
    }

    @Test func keepsLoadingARetiredModelWithAFallback() throws {
        let result = try folder([]).read(now: Self.retirement)
        #expect(
            result.diagnostics.map(\.line) == [
                "android.json5:13:19 warning [policy.retired] cloud.model: `lite-1` stopped on 2026-12-01: calls go to `lite-2` "
                    + "| write \"lite-2\""
            ]
        )
        #expect(result.set != nil)
    }

    @Test func refusesARetiredModelWithoutAFallback() throws {
        let folder = try folder([(", fallback: \"lite-2\"", "", "models.json5")])
        #expect(
            folder.read(now: Self.retirement).diagnostics.map(\.line) == [
                "android.json5:13:19 error [policy.retired] cloud.model: `lite-1` stopped on 2026-12-01 and models.json5 names "
                    + "no fallback"
            ]
        )
        #expect(
            folder.read(now: PolicyFolder.now).diagnostics.map(\.line) == [
                "android.json5:13:19 warning [policy.retiring] cloud.model: `lite-1` stops on 2026-12-01 and models.json5 names "
                    + "no fallback"
            ]
        )
    }

    @Test func asksForThePriceOfTheFallback() throws {
        let folder = try folder([("\"lite-2\": [", "\"lite-22\": [", "prices.json5")])
        #expect(
            folder.read(now: Self.retirement).diagnostics.map(\.line).last
                == "android.json5:13:19 error [policy.price] cloud.model: prices.json5 has no standard price for `lite-2` now"
        )
        #expect(
            folder.read(now: PolicyFolder.now).diagnostics.map(\.line).last
                == "android.json5:13:19 error [policy.price] cloud.model: prices.json5 has no standard price for `lite-2` "
                + "from 2026-12-01 on"
        )
    }

    @Test func servesTheFallbackFromTheFirstMomentOfTheRetirement() throws {
        let set = try #require(PolicyFolder.valid.read().set)
        #expect(
            set.servingModel(for: "lite-1", at: Timestamp(microseconds: Self.retirement.microseconds - 1)) == "lite-1"
        )
        #expect(set.servingModel(for: "lite-1", at: Self.retirement) == "lite-2")
        #expect(set.servingModel(for: "lite-2", at: Self.retirement) == "lite-2")
        #expect(set.servingModel(for: "unheard-of", at: Self.retirement) == "unheard-of")
    }

    @Test func endsACircleOfFallbacks() throws {
        let set = try #require(PolicyFolder.valid.read().set)
        func family(_ prefix: String, _ fallback: String) -> ModelCapabilities {
            ModelCapabilities(
                prefix: prefix,
                thinking: .levelLow,
                sampling: false,
                imageTokens: .grid,
                mediaResolutions: [.low],
                retires: .seconds(0),
                fallback: fallback
            )
        }
        let circle = PolicySet(
            profiles: [:],
            prices: set.prices,
            models: [family("a", "b"), family("b", "a")],
            contracts: [:],
            documents: []
        )
        #expect(["a", "b"].contains(circle.servingModel(for: "a", at: .seconds(1))))
    }

    @Test func namesWhatMayStandIn() throws {
        let set = try #require(PolicyFolder.valid.read().set)
        let before = Timestamp(microseconds: Self.retirement.microseconds - 1)
        #expect(set.servingModels(for: "lite-1", tier: "standard", at: before) == ["lite-1", "lite-2"])
        #expect(set.servingModels(for: "lite-1", tier: "standard", at: Self.retirement) == ["lite-2"])
        // Without a price nothing stands in.
        #expect(set.servingModels(for: "lite-1", tier: "flex", at: before) == ["lite-1"])
        #expect(set.servingModels(for: "unheard-of", tier: "standard", at: before) == ["unheard-of"])
    }

    /// `lite` is a prefix of both; the longer one is the family.
    @Test(arguments: [
        ("gemini-3.5-flash-lite", "gemini-3.5-flash-lite"), ("gemini-3.5-flash-lite-001", "gemini-3.5-flash-lite"),
        ("gemini-3.5-flash", "gemini-3.5-flash"), ("gemini-3.5-flash-001", "gemini-3.5-flash"),
        ("gemini-2.5-flash-lite", "gemini-2.5-flash-lite"), ("gemini-3-flash-preview", "gemini-3-flash"),
    ])
    func findsAFamilyByItsLongestPrefix(model: String, family: String) throws {
        let result = PolicyReader.read(
            try PolicyFolder.shipped(),
            knownZones: PolicyFolder.zones,
            now: PolicyFolder.now
        )
        #expect(try #require(result.set).capabilities(of: model)?.prefix == family)
    }
}
