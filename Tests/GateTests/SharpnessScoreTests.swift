import Testing

@testable import Gate

@Suite struct SharpnessScoreTests {
    @Test func isItsCalibratedPointWhereTheEvidenceMeetsItsThreshold() {
        #expect(abs(SharpnessScore.score(margin: 0) - 0.18) < 1e-15)
        #expect(SharpnessScore.score(margin: 1e-9) < 0.18)
        #expect(SharpnessScore.score(margin: -1e-9) > 0.18)
    }

    @Test func fallsWithTheMarginWithinZeroAndOne() {
        let margins = [-1e9, -40, -6, -1, -0.25, 0, 0.25, 1, 6, 40, 1e9]
        let scores = margins.map(SharpnessScore.score(margin:))
        #expect(scores == scores.sorted(by: >))
        #expect(scores.allSatisfy { (0...1).contains($0) })
        // Half a unit of log odds: 1 / (1 + 0.82 / 0.18 * e).
        #expect(abs(SharpnessScore.score(margin: 2) - 0.0747201) < 1e-6)
    }

    /// Photographs with much detail, at the size they are measured at.
    private static let photos = ["photo-city.jpg", "photo-coast.jpg", "photo-canyon.jpg", "photo-dogs.jpg"]

    @Test(arguments: photos)
    func fallsBelowItsCalibratedPointOutOfFocus(name: String) throws {
        let picture = try Fixtures.picture(name)
        let sharp = SharpnessMeasures(GrayPlane(picture)).score
        let blurred = SharpnessMeasures(GrayPlane(PictureVariants.blurred(picture, sigmaPerMille: 6))).score
        #expect(sharp.value >= 0.18)
        #expect(blurred.value < 0.18)
        #expect(blurred.margins[blurred.likeliest] == blurred.margins.values.max())
    }

    /// A picture that moved 13 pixels across, or until streaks are left, and one that did not move at all.
    @Test(
        arguments: photos.map { ($0, 13) }
            + [("photo-city.jpg", 26), ("photo-canyon.jpg", 26), ("photo-dogs.jpg", 26), ("photo-canyon.jpg", 52)]
    )
    func seesMotion(name: String, length: Int) throws {
        let picture = try Fixtures.picture(name)
        let moved = PictureFactory.rgb(picture.width, picture.height) { x, y in
            var sum = (0, 0, 0)
            for d in 0..<length {
                let i = (y * picture.width + min(max(x + d - length / 2, 0), picture.width - 1)) * 3
                sum = (
                    sum.0 + Int(picture.pixels[i]), sum.1 + Int(picture.pixels[i + 1]),
                    sum.2 + Int(picture.pixels[i + 2])
                )
            }
            return (sum.0 / length, sum.1 / length, sum.2 / length)
        }
        let still = SharpnessMeasures(GrayPlane(picture)).score
        let score = SharpnessMeasures(GrayPlane(moved)).score
        #expect(score.value < 0.18)
        #expect(score.likeliest == .motion || score.likeliest == .sweep && length > 13)
        #expect(still.value >= 0.18)
    }

    @Test func neverSaysBlurredWithoutEdges() {
        let ramp = PictureFactory.gray(400, 300) { x, y in (x + y) / 4 }
        let measures = SharpnessMeasures(GrayPlane(ramp))
        #expect(measures.raw.edgePixels < 30)
        #expect(measures.score.value >= SharpnessScore.withoutEdges)
    }

    @Test func measuresPicturesOfAnySize() {
        for (width, height) in [(1, 1), (2, 3), (15, 400), (512, 1), (17, 16), (63, 64), (512, 512)] {
            let score = SharpnessMeasures(GrayPlane(PictureFactory.random(width, height, seed: 7))).score
            #expect((0...1).contains(score.value), "\(width) x \(height)")
        }
    }
}
