import Economics
import Testing

@testable import Emulator

@Suite struct TokenCountTests {
    private static let low = "MEDIA_RESOLUTION_LOW"
    private static let medium = "MEDIA_RESOLUTION_MEDIUM"
    private static let high = "MEDIA_RESOLUTION_HIGH"
    private static let ultra = "MEDIA_RESOLUTION_ULTRA_HIGH"
    private static let usual = "MEDIA_RESOLUTION_UNSPECIFIED"

    /// Measured by users of the real service where it says so, else the published formulas.
    @Test(arguments: [
        (512, 512, usual, 1_089), (64, 64, usual, 1_089), (1024, 512, usual, 1_081), (2048, 512, usual, 1_056),
        (400, 300, high, 1_064), (512, 512, low, 256), (512, 288, low, 264), (288, 512, low, 264),
        (512, 512, medium, 529), (512, 288, usual, 1_100), (512, 512, ultra, 2_209), (4000, 1, low, 280),
    ])
    func countsAGridFrom3On(width: Int, height: Int, resolution: String, tokens: Int) throws {
        let model = try #require(EmulatedModel.answering("gemini-3.5-flash-lite", at: .seconds(0)))
        #expect(TokenCount.image(width: width, height: height, resolution: resolution, model: model) == tokens)
    }

    @Test(arguments: [
        (384, 384, usual, 258), (385, 385, usual, 1_032), (960, 540, usual, 1_548), (512, 288, usual, 1_548),
        (1024, 1024, high, 1_032), (512, 512, low, 64), (512, 512, medium, 256), (512, 1, usual, 132_096),
    ])
    func countsTilesBefore3(width: Int, height: Int, resolution: String, tokens: Int) throws {
        let model = try #require(EmulatedModel.answering("gemini-2.5-flash-lite", at: .seconds(0)))
        #expect(TokenCount.image(width: width, height: height, resolution: resolution, model: model) == tokens)
    }

    @Test(arguments: [(0, 0), (1, 1), (4, 1), (5, 2), (100, 25)]) func countsTextByBytes(bytes: Int, tokens: Int) {
        #expect(TokenCount.text(bytes) == tokens)
    }

    @Test func leavesZerosOut() throws {
        let usage = Usage(textTokens: 0, imageTokens: 0)
        #expect(String(decoding: usage.json.encoded(), as: UTF8.self) == #"{"serviceTier":"standard"}"#)
        let full = Usage(textTokens: 5, imageTokens: 256, candidates: 7, thoughts: 2, tier: "flex")
        #expect(
            String(decoding: full.json.encoded(), as: UTF8.self)
                == #"{"promptTokenCount":261,"candidatesTokenCount":7,"thoughtsTokenCount":2,"totalTokenCount":270,"#
                + #""promptTokensDetails":[{"modality":"TEXT","tokenCount":5},{"modality":"IMAGE","tokenCount":256}],"#
                + #""candidatesTokensDetails":[{"modality":"TEXT","tokenCount":7}],"serviceTier":"flex"}"#
        )
    }
}
