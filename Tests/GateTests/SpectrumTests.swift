import Foundation
import Gate
import Testing

@Suite struct SpectrumTests {
    /// Powers of two, smooth lengths, primes small enough for a butterfly and primes beyond it, lines and a single pixel.
    private static let sizes = [
        (64, 32), (30, 45), (49, 22), (31, 33), (101, 17), (16, 118), (257, 16), (18, 263), (263, 5), (1, 40), (40, 1),
        (2, 2), (1, 1), (3, 19),
    ]

    @Test(arguments: sizes)
    func fineShareIsThatOfThePlainDefinition(width: Int, height: Int) {
        let image = PictureFactory.random(width, height, seed: UInt64(width * 1000 + height))
        let expected = plainFineShare(image)
        let share = Scorer.measurement(of: image).raw.fft
        #expect(abs(share - expected) <= 2e-5, "\(width)x\(height): \(share), by definition \(expected)")
    }

    @Test func fineShareOfABlankPictureIsZero() {
        let blank = PictureVariants.blank(width: 96, height: 64, red: 90, green: 120, blue: 200)
        #expect(Scorer.measurement(of: blank).raw.fft == 0)
    }

    @Test func fineShareTellsFineStripesFromBroadOnes() {
        let fine = PictureFactory.gray(128, 96) { x, _ in x % 4 < 2 ? 40 : 200 }
        let broad = PictureFactory.gray(128, 96) { x, _ in Int(128 + 80 * sin(Double(x) * 2 * .pi / 32)) }
        #expect(Scorer.measurement(of: fine).raw.fft > 0.95)
        #expect(Scorer.measurement(of: broad).raw.fft < 0.001)
    }

    /// The sums of the definition, one after the other, in double precision.
    private func plainFineShare(_ image: RGBImage) -> Double {
        let (width, height) = (image.width, image.height)
        var gray = (0..<width * height).map { i in
            let (r, g, b) = (Int(image.pixels[3 * i]), Int(image.pixels[3 * i + 1]), Int(image.pixels[3 * i + 2]))
            return Double((r * 9798 + g * 19235 + b * 3735 + 16384) >> 15) / 255
        }
        let mean = gray.reduce(0, +) / Double(gray.count)
        for y in 0..<height {
            for x in 0..<width {
                gray[y * width + x] = (gray[y * width + x] - mean) * hann(x, width) * hann(y, height)
            }
        }
        // Rows, then columns: the definition's double sum, with its inner one shared.
        let half = width / 2 + 1
        var rows = [(re: Double, im: Double)](repeating: (0, 0), count: height * half)
        for y in 0..<height {
            for u in 0..<half {
                for x in 0..<width {
                    let angle = -2 * .pi * Double(u * x % width) / Double(width)
                    rows[y * half + u].re += gray[y * width + x] * cos(angle)
                    rows[y * half + u].im += gray[y * width + x] * sin(angle)
                }
            }
        }
        var (fine, all) = (0.0, 0.0)
        for v in 0..<height {
            for u in 0..<half {
                var (re, im) = (0.0, 0.0)
                for y in 0..<height {
                    let angle = -2 * .pi * Double(v * y % height) / Double(height)
                    let (c, s, row) = (cos(angle), sin(angle), rows[y * half + u])
                    re += row.re * c - row.im * s
                    im += row.re * s + row.im * c
                }
                let vertical = Double(min(v, height - v)) / Double(height)
                let radius = (vertical * vertical + pow(Double(u) / Double(width), 2)).squareRoot()
                if radius > 0.02 { all += re * re + im * im }
                if radius > 0.2 && radius < 0.5 { fine += re * re + im * im }
            }
        }
        return fine / max(all, 1e-9)
    }

    private func hann(_ i: Int, _ count: Int) -> Double {
        count == 1 ? 1 : 0.5 - 0.5 * cos(2 * .pi * Double(i) / Double(count - 1))
    }
}
