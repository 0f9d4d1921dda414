import Gate
import Testing

@Suite struct SaliencyTests {
    @Test(arguments: [0, 1, 3.0])
    func blankPicturesHaveNothingWhateverTheirNoise(sigma: Double) {
        for seed in 0..<3 as Range<UInt64> {
            let color = [(UInt8(20), UInt8(20), UInt8(24)), (128, 60, 40), (240, 240, 235)][Int(seed)]
            let picture = PictureVariants.noisyBlank(
                width: 512,
                height: 384,
                red: color.0,
                green: color.1,
                blue: color.2,
                sigma: sigma,
                seed: seed
            )
            let measured = Scorer.measurement(of: picture)
            #expect(measured.attentionArea < 0.001)
            #expect(measured.objectnessArea < 0.001)
            #expect(measured.range < 2)
            #expect(measured.texture < 0.001)
            #expect(measured.sharpness >= 0.18, "a blank picture is not blurred")
        }
    }

    @Test func aDiscIsAttentionAndAnObject() {
        let picture = PictureFactory.rgb(160, 160) { x, y in
            (x - 80) * (x - 80) + (y - 80) * (y - 80) < 900 ? (200, 40, 40) : (90, 90, 90)
        }
        let measured = Scorer.measurement(of: picture)
        let disc = 3.14159 * 900 / 25600
        #expect(abs(measured.objectnessArea - disc) < 0.02)
        // The background too differs from the mean, which the disc has pulled to its side.
        #expect(measured.attentionArea > 0.9)
        #expect(measured.range > 30)
    }

    @Test func aGradientHasNoObjectButMuchAttention() {
        let measured = Scorer.measurement(of: PictureFactory.gray(160, 120) { x, _ in 40 + x })
        #expect(measured.objectnessArea < 0.01)
        #expect(measured.attentionArea > 0.8)
    }

    @Test func aWedgeOpenToTheBorderIsNoObject() {
        let picture = PictureFactory.gray(120, 120) { x, y in abs(x - 60) < y / 3 ? 220 : 60 }
        #expect(Scorer.measurement(of: picture).objectnessArea < 0.05)
    }

    @Test(arguments: [(512, 1), (1, 512), (2, 2), (1, 1), (17, 3), (15, 15)])
    func measuresPicturesOfAnyShape(width: Int, height: Int) {
        let measured = Scorer.measurement(of: PictureFactory.random(width, height, seed: 5))
        for value in [measured.sharpness, measured.attentionArea, measured.objectnessArea, measured.texture] {
            #expect((0...1).contains(value))
        }
        #expect(measured.range.isFinite && measured.coarse.confidence.isFinite)
    }
}
