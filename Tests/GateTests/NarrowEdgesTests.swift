import Testing

@testable import Gate

/// How narrow edges are under noise.
@Suite struct NarrowEdgesTests {
    /// Stripes of 24 pixels with steps between 70 and 180, blurred by `sigma` pixels, under noise of so many levels.
    private func stripes(blurredBy sigma: Double, noise: Double, size: Int = 384) -> GrayPlane {
        var source = NoiseSource(seed: 11)
        let picture = PictureFactory.gray(size, size) { x, _ in
            let place = Double(x % 48)
            let level = [0.0, 24, 48].map { edge in
                let far = min(max(1.7 * (place - edge + 0.5) / max(sigma, 0.05), -30), 30)
                let rise = 1 / (1 + Elementary.exp(-far))
                return edge == 24 ? rise : -rise
            }.reduce(1, +)
            return min(max(Int((70 + 110 * level + noise * source.next()).rounded()), 0), 255)
        }
        return GrayPlane(picture)
    }

    private func narrow(_ gray: GrayPlane) -> [String: Double] {
        let values = zip(SharpnessFeatures.names, SharpnessMeasures(gray).features.values)
        return Dictionary(uniqueKeysWithValues: values.filter { NarrowEdges.names.contains($0.0) })
    }

    /// A step of A between two pixels has gradients of A/2 in both: A^2/8 on average over the four pixels of a halved one. Of
    /// the halved picture, blurred by 1 4 6 4 1, it is A 10/32 a halved pixel, half of that a pixel of the whole.
    @Test func tellsNarrowEdgesFromWideOnesWhateverTheNoise() throws {
        var found: [Double: [Double]] = [:]
        for sigma in [0.0, 2] {
            for noise in [2.0, 8] {
                found[sigma, default: []].append(
                    try #require(narrow(stripes(blurredBy: sigma, noise: noise))["narrowSteepest"])
                )
            }
        }
        let (sharp, soft) = (try #require(found[0]), try #require(found[2]))
        let step = (1.0 / 8).squareRoot() / (10.0 / 64)
        #expect(sharp.allSatisfy { abs($0 - step) < 0.1 }, "\(sharp)")
        #expect(soft.allSatisfy { $0 < 1.8 }, "\(soft)")
        #expect(abs(soft[0] / soft[1] - 1) < 0.15, "\(soft)")
    }

    @Test func takesErrorsOffTheBestWindow() throws {
        let found = narrow(stripes(blurredBy: 1, noise: 8))
        let best = try ["narrow8Less0", "narrow8Less2", "narrow8Less4"].map { try #require(found[$0]) }
        #expect(best[0] > best[1] && best[1] > best[2] && best[2] > 0)
        #expect(try #require(found["narrow8Median"]) <= best[0])
    }

    @Test func saysNothingWithoutNoiseOrEdges() {
        #expect(narrow(stripes(blurredBy: 0.3, noise: 0)).values.allSatisfy { $0 == 0 })
        #expect(narrow(GrayPlane(PictureFactory.gray(256, 256) { _, _ in 128 })).values.allSatisfy { $0 == 0 })
        for size in [1, 2, 9, 15, 16, 17, 33] {
            #expect(narrow(stripes(blurredBy: 0.3, noise: 8, size: size)).count == NarrowEdges.names.count)
        }
    }

    @Test func blursByBinomialsAndMirrors() {
        let levels = (0..<35).map { Int16(($0 * 37 + 11) % 256) }
        let (width, height) = (7, 5)
        let blurred = SignedPlane(width: width, height: height, values: levels).blurredFourfold()
        let taps = [1, 4, 6, 4, 1]
        for y in 0..<height {
            for x in 0..<width {
                var sum = 0
                for (i, down) in taps.enumerated() {
                    for (j, across) in taps.enumerated() {
                        let row = Border.mirrored(y + i - 2, count: height)
                        let column = Border.mirrored(x + j - 2, count: width)
                        sum += down * across * Int(levels[row * width + column])
                    }
                }
                #expect(Int(blurred.values[(y + 1) * blurred.stride + x + 1]) == (sum + 32) >> 6)
            }
        }
        #expect(SignedPlane(width: 1, height: 1, values: [200]).blurredFourfold().values.allSatisfy { $0 == 800 })
    }

    static let photos = [
        "photo-brushes.jpg", "photo-canyon.jpg", "photo-city.jpg", "photo-coast.jpg", "photo-dogs.jpg",
        "photo-lounge.jpg", "photo-mountains.jpg", "photo-sea.jpg", "photo-seeding.jpg",
    ]

    /// Noise alone is no blur; blur under noise is.
    @Test(arguments: photos)
    func catchesBlurUnderNoiseAndSparesNoise(name: String) throws {
        let picture = try Fixtures.picture(name, maxSide: 1024)
        func score(_ image: RGBImage) -> SharpnessScore {
            var source = NoiseSource(seed: 5)
            let pixels = image.pixels.map { UInt8(min(max((Double($0) + 8 * source.next()).rounded(), 0), 255)) }
            let noisy = RGBImage(width: image.width, height: image.height, pixels: pixels)
            return SharpnessMeasures(GrayPlane(noisy.fitted(to: 512))).score
        }
        let sharp = score(picture)
        #expect(sharp.value >= SharpnessScore.calibrated, "\(sharp.margins)")
        let soft = score(PictureVariants.blurred(picture, sigmaPerMille: 6))
        #expect(soft.value < SharpnessScore.calibrated, "\(soft.margins)")
    }
}
