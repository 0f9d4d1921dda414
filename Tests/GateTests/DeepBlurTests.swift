import Imaging
import Testing

@testable import Gate

/// Blur so strong that nothing is left but what files add, and art that is smooth on purpose.
@Suite struct DeepBlurTests {
    enum File: CaseIterable {
        case lossless, fine, middling, coarse, grainy

        /// What is left of the picture in such a file, at the size it is measured at.
        func measured(_ picture: RGBImage) throws -> RGBImage {
            switch self {
            case .lossless: return picture.fitted(to: 512)
            case .fine: return try jpeg(picture, 0.92)
            case .middling: return try jpeg(picture, 0.60)
            case .coarse: return try jpeg(picture, 0.30)
            case .grainy:
                var noise = NoiseSource(seed: 5)
                let pixels = picture.pixels.map { level in
                    UInt8(min(max((Double(level) + 4 * noise.next()).rounded(), 0), 255))
                }
                return try jpeg(RGBImage(width: picture.width, height: picture.height, pixels: pixels), 0.92)
            }
        }

        private func jpeg(_ picture: RGBImage, _ quality: Double) throws -> RGBImage {
            try ImageDecoder.image(from: ImageEncoder.jpeg(picture, quality: quality), maxSide: 512)
        }
    }

    static let photos = [
        "photo-brushes.jpg", "photo-canyon.jpg", "photo-city.jpg", "photo-coast.jpg", "photo-dogs.jpg",
        "photo-dune.jpg", "photo-lounge.jpg", "photo-mountains.jpg", "photo-sea.jpg", "photo-seeding.jpg",
    ]

    /// The sharper picture of two never scores below the other, but for what a fit of trees wavers by.
    @Test(arguments: photos, File.allCases)
    func scoresNoHigherTheHeavierTheBlur(name: String, file: File) throws {
        let picture = try Fixtures.picture(name, maxSide: 1024)
        let sharp = SharpnessMeasures(GrayPlane(try file.measured(picture))).score.value
        #expect(sharp >= SharpnessScore.calibrated)
        var least = sharp
        for sigma in [12.0, 16, 20, 24, 28, 33] {
            let blurred = try file.measured(PictureVariants.blurred(picture, sigmaPerMille: sigma))
            let score = SharpnessMeasures(GrayPlane(blurred)).score
            #expect(score.value < SharpnessScore.calibrated, "sigma \(sigma): \(score.margins)")
            // Beyond, photographs come close to art that is smooth on purpose: caught, but less surely.
            if sigma < 30 {
                #expect(score.value <= least + 0.03, "sigma \(sigma) after \(least): \(score.margins)")
            }
            least = min(least, score.value)
        }
    }

    enum Art: CaseIterable {
        case linear, radial, mesh, spots, bands

        func level(_ u: Double, _ v: Double) -> Double {
            switch self {
            case .linear: 20 + 210 * (0.6 * u + 0.4 * v)
            case .radial: 230 - 200 * min(((u - 0.4) * (u - 0.4) + (v - 0.6) * (v - 0.6)).squareRoot() / 0.8, 1)
            case .mesh: 40 * (1 - u) * (1 - v) + 220 * u * (1 - v) + 160 * (1 - u) * v + 90 * u * v
            case .spots:
                40 + 120 * Self.spot(u - 0.3, v - 0.4, 0.12) + 60 * Self.spot(u - 0.75, v - 0.6, 0.16)
            case .bands: 60 + (v * 8).rounded(.down) * 18
            }
        }

        private static func spot(_ x: Double, _ y: Double, _ size: Double) -> Double {
            Elementary.exp(-(x * x + y * y) / (2 * size * size))
        }
    }

    @Test(arguments: Art.allCases)
    func leavesArtAloneThatIsSmoothOnPurpose(art: Art) throws {
        let picture = PictureFactory.gray(1024, 640) { x, y in
            Int(art.level((Double(x) + 0.5) / 1024, (Double(y) + 0.5) / 640).rounded())
        }
        for file in [File.lossless, .fine, .coarse] {
            let score = SharpnessMeasures(GrayPlane(try file.measured(picture))).score
            #expect(score.value >= SharpnessScore.calibrated, "\(file): \(score.margins)")
        }
    }

    /// Halving a picture with nothing fine in it doubles its slopes; one with steps keeps them.
    @Test func seesWhatIsLeftBesideCoarserScales() throws {
        func content(_ level: (Int, Int) -> Int) throws -> [String: Double] {
            let gray = GrayPlane(PictureFactory.gray(256, 256, level))
            let values = SharpnessMeasures(gray).features.values
            return Dictionary(uniqueKeysWithValues: zip(SharpnessFeatures.names, values))
        }
        // A triangle wave of 64 pixels: a slope of 6 levels a pixel everywhere, but at its turns.
        let wave = try content { x, _ in 6 * min(x % 64, 64 - x % 64) }
        #expect(abs(try #require(wave["leftOfQuarter"]) - 0.25) < 0.03)
        #expect(wave["structuredQuarters"] == 1)
        // Stripes of 32 pixels, 120 levels apart, with an edge every 32.
        let stripes = try content { x, _ in x / 32 % 2 == 0 ? 60 : 180 }
        #expect(try #require(stripes["leftOfQuarter"]) > 0.45)
        let blank = try content { _, _ in 128 }
        #expect(blank["leftOfQuarter"] == 0 && blank["structuredQuarters"] == 0)
    }
}
