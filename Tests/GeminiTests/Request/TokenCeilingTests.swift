import Policy
import Testing

@testable import Gemini

@Suite struct TokenCeilingTests {
    private func ceiling(
        _ resolution: CloudSettings.MediaResolution,
        _ capabilities: ModelCapabilities,
        width: Int = 512,
        height: Int = 512
    ) throws -> Int {
        let snapshot = try Samples.snapshot(
            cloud: Samples.cloud(mediaResolution: resolution),
            capabilities: capabilities
        )
        return GeminiClient.inputTokenCeiling(snapshot: snapshot, width: width, height: height)
    }

    /// What is left when the picture is taken off.
    private func text() throws -> Int { try ceiling(.low, Samples.lite3) - 280 }

    @Test(arguments: [
        (CloudSettings.MediaResolution.low, 280), (.medium, 560), (.high, 1_120), (.unspecified, 1_120),
    ])
    func countsTheDocumentedMaximumOfTheGrid(resolution: CloudSettings.MediaResolution, tokens: Int) throws {
        #expect(try ceiling(resolution, Samples.lite3) == text() + tokens)
        // The pixel size is without influence.
        #expect(try ceiling(resolution, Samples.lite3, width: 4_000, height: 1) == text() + tokens)
    }

    @Test(arguments: [
        (512, 512, 2_322), (512, 288, 2_322), (1_024, 1_024, 2_322), (64, 1_024, 12_900), (512, 1, 132_096),
        (1, 512, 132_096), (0, 0, 2_322), (-5, 7, 2_322),
    ])
    func countsTilesOfTheSecondGeneration(width: Int, height: Int, tokens: Int) throws {
        #expect(try ceiling(.unspecified, Samples.lite2, width: width, height: height) == text() + tokens)
    }

    @Test func countsOneTileAtLowResolutionOfTheSecondGeneration() throws {
        #expect(try ceiling(.low, Samples.lite2) == text() + 258)
    }

    /// A family that does not take the setting bills its default, whatever the profile wishes.
    @Test func countsTheDefaultWhereTheSettingIsNotSent() throws {
        let capabilities = ModelCapabilities(
            prefix: "gemini-4",
            thinking: .levelLow,
            sampling: false,
            imageTokens: .grid,
            mediaResolutions: [.high],
            retires: nil,
            fallback: nil
        )
        #expect(try ceiling(.low, capabilities) == text() + 1_120)
    }

    @Test func boundsTheTextByItsBytes() throws {
        let prompt = "You label wallpapers." + "Classify \"this\"."
        #expect(try text() > prompt.utf8.count + 500)
        let japanese = try Samples.snapshot(cloud: Samples.cloud(language: "ja"))
        let more = "壁紙を分類します。分類してください。".utf8.count - prompt.utf8.count
        #expect(
            GeminiClient.inputTokenCeiling(snapshot: japanese, width: 1, height: 1)
                == (try text()) + 280 + more
        )
    }
}
