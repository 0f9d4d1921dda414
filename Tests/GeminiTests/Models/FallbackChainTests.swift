import Policy
import Testing

@testable import Gemini

@Suite struct FallbackChainTests {
    private func model(_ prefix: String, fallback: String?) -> ModelCapabilities {
        ModelCapabilities(
            prefix: prefix,
            thinking: .levelMinimal,
            sampling: false,
            imageTokens: .grid,
            mediaResolutions: [.low],
            retires: nil,
            fallback: fallback
        )
    }

    @Test func followsTheChainByLongestPrefix() throws {
        let set = try Samples.policySet(models: [
            model("gemini-3.5-flash", fallback: "gemini-3.8-flash"),
            model("gemini-3.5-flash-lite", fallback: "gemini-3.1-flash-lite"),
            model("gemini-3.1-flash-lite", fallback: nil), model("gemini-3.8-flash", fallback: nil),
        ])
        #expect(set.fallbacks(of: "gemini-3.5-flash-lite-001") == ["gemini-3.1-flash-lite"])
        #expect(set.fallbacks(of: "gemini-3.5-flash") == ["gemini-3.8-flash"])
        #expect(set.fallbacks(of: "gemini-9") == [])
    }

    @Test func endsWhereItWouldGoInCirclesOrIntoTheUnknown() throws {
        let set = try Samples.policySet(models: [
            model("a", fallback: "b"), model("b", fallback: "c"), model("c", fallback: "b"),
            model("x", fallback: "nobody-knows"), model("s", fallback: "s"),
        ])
        #expect(set.fallbacks(of: "a") == ["b", "c"])
        #expect(set.fallbacks(of: "x") == [])
        #expect(set.fallbacks(of: "s") == [])
    }
}
