import Economics
import Testing

@Suite struct ImageTokensTests {
    @Test(arguments: [
        (960, 540, 1_548), (512, 512, 1_032), (512, 288, 1_548), (288, 512, 1_548), (384, 384, 258), (385, 385, 1_032),
        (224, 224, 258), (1_024, 1_024, 1_032), (385, 1, 385 * 258), (0, 0, 258), (-5, 7, 258),
    ])
    func countsTiles(_ width: Int, _ height: Int, _ tokens: Int) {
        let rule = ImageTokens(rule: .tiles, resolution: .unspecified)
        #expect(rule.expected(width: width, height: height) == tokens)
        #expect(ImageTokens(rule: .tiles, resolution: .high).expected(width: width, height: height) == tokens)
        #expect(ImageTokens(rule: .tiles, resolution: .low).expected(width: width, height: height) == 64)
        #expect(ImageTokens(rule: .tiles, resolution: .medium).expected(width: width, height: height) == 256)
    }

    @Test(arguments: [
        (512, 288, 1_548), (2_304, 2_304, 2_322), (512, 512, 1_032), (384, 384, 258), (512, 1, 512 * 258),
    ])
    func holdsTheDearerTileRule(_ width: Int, _ height: Int, _ tokens: Int) {
        #expect(ImageTokens(rule: .tiles, resolution: .unspecified).upperBound(width: width, height: height) == tokens)
    }

    /// The first six were measured.
    @Test(arguments: [
        (64, 64, ImageTokens.Resolution.unspecified, 1_089), (512, 512, .unspecified, 1_089),
        (1_024, 1_024, .high, 1_089), (1_024, 512, .unspecified, 1_081), (2_048, 512, .unspecified, 1_056),
        (640, 480, .unspecified, 1_064), (512, 288, .unspecified, 1_100), (512, 512, .low, 256), (512, 288, .low, 264),
        (288, 512, .low, 264), (512, 512, .medium, 529), (512, 288, .medium, 527), (512, 1, .unspecified, 757),
        (512, 1, .low, 280), (1, 512, .medium, 535), (0, 0, .low, 256),
    ])
    func countsCells(_ width: Int, _ height: Int, _ resolution: ImageTokens.Resolution, _ tokens: Int) {
        #expect(ImageTokens(rule: .grid, resolution: resolution).expected(width: width, height: height) == tokens)
    }

    @Test(arguments: [
        (ImageTokens.Resolution.low, 280), (.medium, 560), (.high, 1_120), (.unspecified, 1_120), (.ultraHigh, 2_240),
    ])
    func holdsTheWholeBudget(_ resolution: ImageTokens.Resolution, _ budget: Int) {
        let rule = ImageTokens(rule: .grid, resolution: resolution)
        #expect(rule.upperBound(width: 512, height: 288) == budget)
    }

    @Test(arguments: ImageTokens.Rule.allCases, ImageTokens.Resolution.allCases)
    func neverExpectsMoreThanItHolds(_ rule: ImageTokens.Rule, _ resolution: ImageTokens.Resolution) {
        let tokens = ImageTokens(rule: rule, resolution: resolution)
        for width in [1, 2, 3, 15, 16, 224, 383, 384, 385, 512, 1_024, 4_000, 20_000, .max] {
            for height in [1, 2, 3, 17, 288, 384, 385, 511, 1_024, 3_000, .max] {
                let expected = tokens.expected(width: width, height: height)
                #expect(expected >= 1)
                #expect(expected <= tokens.upperBound(width: width, height: height))
            }
        }
    }
}
