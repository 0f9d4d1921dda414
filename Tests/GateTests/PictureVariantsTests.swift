import Gate
import Testing

@Suite struct PictureVariantsTests {
    private static let photos = [
        "photo-brushes.jpg", "photo-canyon.jpg", "photo-city.jpg", "photo-coast.jpg", "photo-mountains.jpg",
    ]

    @Test(arguments: photos)
    func blurMakesASharpPhotographTooBlurry(name: String) throws {
        let photo = try Fixtures.picture(name)
        #expect(Scorer.measurement(of: photo).sharpness > 0.4)
        let blurred = PictureVariants.blurred(photo, sigmaPerMille: 6)
        #expect(Scorer.measurement(of: blurred).sharpness < 0.18)
    }

    @Test func blurOfNothingChangesNothing() {
        let image = PictureFactory.random(21, 13, seed: 2)
        #expect(PictureVariants.blurred(image, sigmaPerMille: 0) == image)
        let blank = PictureVariants.blank(width: 50, height: 40, red: 1, green: 2, blue: 250)
        #expect(PictureVariants.blurred(blank, sigmaPerMille: 40) == blank)
    }

    @Test func blurSpreadsAPointLikeAGaussian() {
        let point = PictureFactory.gray(101, 101) { x, y in abs(x - 50) < 10 && abs(y - 50) < 10 ? 255 : 0 }
        let blurred = PictureVariants.blurred(point, sigmaPerMille: 50)
        // A square of 19 under a sigma of 5: erf(9.5 / (5 sqrt 2))^2 of its level in the middle.
        #expect(abs(Int(blurred.pixels[(50 * 101 + 50) * 3]) - 227) <= 4)
        // Eleven pixels outside its edge.
        #expect(abs(Int(blurred.pixels[(50 * 101 + 30) * 3]) - 4) <= 2)
    }

    @Test func noiseHasTheSpreadAskedForAndItsSeedsPicture() {
        let one = PictureVariants.noisyBlank(
            width: 100,
            height: 100,
            red: 100,
            green: 100,
            blue: 100,
            sigma: 5,
            seed: 8
        )
        let again = PictureVariants.noisyBlank(
            width: 100,
            height: 100,
            red: 100,
            green: 100,
            blue: 100,
            sigma: 5,
            seed: 8
        )
        let other = PictureVariants.noisyBlank(
            width: 100,
            height: 100,
            red: 100,
            green: 100,
            blue: 100,
            sigma: 5,
            seed: 9
        )
        #expect(one == again)
        #expect(one != other)
        let values = one.pixels.map(Double.init)
        let mean = values.reduce(0, +) / Double(values.count)
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
        #expect(abs(mean - 100) < 0.2)
        #expect(abs(variance.squareRoot() - 5) < 0.1)
    }

    @Test func cropKeepsTheMiddle() {
        let image = PictureFactory.gray(10, 6) { x, y in x * 10 + y }
        let crop = PictureVariants.cropped(image, keeping: 0.5)
        #expect(crop == PictureFactory.gray(5, 3) { x, y in (x + 2) * 10 + y + 1 })
        #expect(PictureVariants.cropped(image, keeping: 0).pixels == [42, 42, 42])
    }
}
