import Policy
import Testing

@testable import Gemini

/// Image tokens as documented, and as users of the API have measured them.
@Suite struct InputEstimateTests {
    private func estimate(
        _ resolution: CloudSettings.MediaResolution,
        _ capabilities: ModelCapabilities,
        _ width: Int,
        _ height: Int
    ) throws -> InputEstimate {
        GeminiClient.inputEstimate(
            snapshot: try Samples.snapshot(
                cloud: Samples.cloud(mediaResolution: resolution),
                capabilities: capabilities
            ),
            width: width,
            height: height
        )
    }

    @Test(arguments: [
        (CloudSettings.MediaResolution.unspecified, 64, 64, 1_089), (.unspecified, 1_024, 1_024, 1_089),
        (.unspecified, 1_024, 512, 1_081), (.high, 2_048, 512, 1_056), (.unspecified, 400, 300, 1_064),
        (.low, 512, 512, 256), (.low, 512, 288, 264), (.low, 288, 512, 264), (.medium, 512, 512, 529),
        (.medium, 512, 288, 527),
    ])
    func fillsTheGridOfTheThirdGeneration(
        resolution: CloudSettings.MediaResolution,
        width: Int,
        height: Int,
        tokens: Int
    ) throws {
        #expect(try estimate(resolution, Samples.lite3, width, height).image == tokens)
    }

    @Test(arguments: [
        (CloudSettings.MediaResolution.unspecified, 384, 384, 258), (.unspecified, 512, 512, 1_032),
        (.unspecified, 960, 540, 1_548), (.unspecified, 288, 512, 1_548), (.low, 1_024, 1_024, 64),
        (.medium, 1_024, 1_024, 256),
    ])
    func countsTheTilesOfTheSecondGeneration(
        resolution: CloudSettings.MediaResolution,
        width: Int,
        height: Int,
        tokens: Int
    ) throws {
        #expect(try estimate(resolution, Samples.lite2, width, height).image == tokens)
    }

    /// A side of one pixel makes the published rule divide by nothing.
    @Test(arguments: [Samples.lite2, Samples.lite3], [(512, 1), (1, 512), (0, 0)])
    func survivesAPictureWithoutASide(capabilities: ModelCapabilities, sides: (Int, Int)) throws {
        #expect(try estimate(.unspecified, capabilities, sides.0, sides.1).image >= 1)
    }

    @Test func saysWhichResolutionIsAsked() throws {
        #expect(try estimate(.low, Samples.lite3, 512, 512).mediaResolution == .low)
        let blind = ModelCapabilities(
            prefix: "gemini-x",
            thinking: .levelLow,
            sampling: false,
            imageTokens: .grid,
            mediaResolutions: [],
            retires: nil,
            fallback: nil
        )
        let estimate = try estimate(.low, blind, 512, 512)
        #expect(estimate.mediaResolution == .unspecified)
        #expect(estimate.image == 1_089)
    }

    @Test func staysBelowTheHold() throws {
        for resolution in CloudSettings.MediaResolution.allCases {
            for capabilities in [Samples.lite2, Samples.lite3] {
                let cloud = Samples.cloud(mediaResolution: resolution, language: "ja")
                let snapshot = try Samples.snapshot(cloud: cloud, capabilities: capabilities)
                let estimate = GeminiClient.inputEstimate(snapshot: snapshot, width: 512, height: 288)
                #expect(estimate.text > 0 && estimate.total == estimate.text + estimate.image)
                #expect(estimate.total <= GeminiClient.inputTokenCeiling(snapshot: snapshot, width: 512, height: 288))
            }
        }
    }
}
