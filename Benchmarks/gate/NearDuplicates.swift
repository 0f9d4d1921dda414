internal import Foundation
internal import Gate
internal import Imaging
internal import OwnPictures

/// How far copies of a picture look from it, and strangers from each other: what the distance of near duplicates and the
/// likeness of their colours rest on.
enum NearDuplicates {
    private struct Attack: Sendable {
        let name: String
        let change: @Sendable (RGBImage) throws -> RGBImage
    }

    private static let attacks = [
        Attack(name: "JPEG 60") { try encoded($0, 0.6) }, Attack(name: "JPEG 30") { try encoded($0, 0.3) },
        Attack(name: "200 px, JPEG 80") { try encoded($0.fitted(to: 200), 0.8) },
        Attack(name: "brightness + 10 %") { mapped($0, brightened(by: 1.1)) },
        Attack(name: "brightness + 25 %") { mapped($0, brightened(by: 1.25)) },
        Attack(name: "hue by 15 degrees") { mapped($0, turned(by: 15)) },
        Attack(name: "hue by 60 degrees") { mapped($0, turned(by: 60)) },
        Attack(name: "gray") { image in
            mapped(image) { red, green, blue in
                let gray = 0.299 * red + 0.587 * green + 0.114 * blue
                return (gray, gray, gray)
            }
        },
        Attack(name: "2 % cut off each side") { image in
            let (left, top) = (image.width / 50, image.height / 50)
            return part(image, left, top, image.width - 2 * left, image.height - 2 * top)
        },
    ]

    /// Prints, for each attack, how many copies of telling pictures are found; then how many pairs of strangers would be.
    static func measure(_ paths: [String]) throws {
        let pictures = paths.compactMap { path in
            // Whatever is no picture is left out, and counted.
            (try? Data(contentsOf: URL(filePath: path))).flatMap { try? ImageDecoder.image(from: [UInt8]($0)) }
        }
        let telling = pictures.map { (image: $0, look: PictureLook($0)) }.filter { $0.look.isTelling }
        print("\(pictures.count) pictures of \(paths.count) files, \(telling.count) of them telling")
        for attack in attacks {
            var bits: [Int] = []
            var colors: [Double] = []
            var found = (near: 0, far: 0)
            for (image, look) in telling {
                let copy = PictureLook(try attack.change(image))
                bits.append(PerceptualHash.distance(look.hash.words, copy.hash.words))
                colors.append(look.colors.difference(to: copy.colors))
                guard copy.isTelling, colors[colors.count - 1] < ColorShares.likeness else { continue }
                if bits[bits.count - 1] <= 15 { found.near += 1 }
                if bits[bits.count - 1] <= PerceptualHash.reach { found.far += 1 }
            }
            print(
                attack.name,
                "bits \(shown(bits.map(Double.init), 0))",
                "colours \(shown(colors, 3))",
                "found within 15: \(found.near), 31: \(found.far)",
                separator: "\t"
            )
        }
        strangers(telling.map(\.look))
    }

    private static func strangers(_ looks: [PictureLook]) {
        var pairs = 0
        var counts = [(bits: 15, pairs: 0, alike: 0), (bits: 31, pairs: 0, alike: 0), (bits: 60, pairs: 0, alike: 0)]
        for (index, a) in looks.enumerated() {
            for b in looks[..<index] {
                pairs += 1
                let distance = PerceptualHash.distance(a.hash.words, b.hash.words)
                for place in counts.indices where distance <= counts[place].bits {
                    counts[place].pairs += 1
                    if a.colors.difference(to: b.colors) < ColorShares.likeness { counts[place].alike += 1 }
                }
            }
        }
        print("\(pairs) pairs of telling pictures")
        for count in counts { print("within \(count.bits) bits: \(count.pairs), with like colours \(count.alike)") }
    }

    /// Median, 99th percentile and greatest.
    private static func shown(_ values: [Double], _ decimals: Int) -> String {
        let sorted = values.sorted()
        return [sorted[sorted.count / 2], sorted[sorted.count * 99 / 100], sorted[sorted.count - 1]]
            .map { String(format: "%.\(decimals)f", $0) }.joined(separator: " / ")
    }

    private static func encoded(_ image: RGBImage, _ quality: Double) throws -> RGBImage {
        try ImageDecoder.image(from: ImageEncoder.jpeg(image, quality: quality))
    }

    private static func mapped(
        _ image: RGBImage,
        _ change: (_ red: Double, _ green: Double, _ blue: Double) -> (Double, Double, Double)
    ) -> RGBImage {
        var pixels = image.pixels
        for i in stride(from: 0, to: pixels.count, by: 3) {
            let (red, green, blue) = change(Double(pixels[i]), Double(pixels[i + 1]), Double(pixels[i + 2]))
            pixels[i] = UInt8(min(max(red.rounded(), 0), 255))
            pixels[i + 1] = UInt8(min(max(green.rounded(), 0), 255))
            pixels[i + 2] = UInt8(min(max(blue.rounded(), 0), 255))
        }
        return RGBImage(width: image.width, height: image.height, pixels: pixels)
    }

    private static func brightened(by gain: Double) -> (Double, Double, Double) -> (Double, Double, Double) {
        { red, green, blue in (red * gain, green * gain, blue * gain) }
    }

    /// About the gray axis in YIQ: brightness stays.
    private static func turned(by degrees: Double) -> (Double, Double, Double) -> (Double, Double, Double) {
        let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        return { red, green, blue in
            let y = 0.299 * red + 0.587 * green + 0.114 * blue
            let i = 0.596 * red - 0.274 * green - 0.322 * blue
            let q = 0.211 * red - 0.523 * green + 0.312 * blue
            let (u, v) = (c * i - s * q, s * i + c * q)
            return (y + 0.956 * u + 0.621 * v, y - 0.272 * u - 0.647 * v, y - 1.106 * u + 1.703 * v)
        }
    }

    private static func part(_ image: RGBImage, _ left: Int, _ top: Int, _ width: Int, _ height: Int) -> RGBImage {
        var pixels: [UInt8] = []
        for y in top..<top + height {
            let start = (y * image.width + left) * 3
            pixels += image.pixels[start..<start + width * 3]
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }
}
