package import Gate

/// 256 bits that stay when a picture is recompressed, resized, blurred or brightened: the signs, against their median, of its
/// 16x16 lowest frequencies at 64x64 (as PDQ, Facebook 2019). A crop of 5 % changes too many of them to be known again.
package struct PerceptualHash: Sendable, Hashable {
    package static let bits = 256
    /// Hashes of one picture's copies differ in so many bits at most; strangers' in 58 and more.
    package static let reach = 31
    /// Below this quality a hash says little: blank and smooth pictures have nearly the same.
    package static let leastQuality = 50

    package let words: SIMD4<UInt64>
    /// Of the picture in a mirror.
    package let mirrored: SIMD4<UInt64>
    /// 0...100: how much structure there is at 64x64.
    package let quality: Int

    private static let side = 64
    private static let waves = 16

    /// Of any picture; 160 pixels are as good as more.
    package init(_ image: RGBImage) { self.init(GrayPlane(image)) }

    init(_ gray: GrayPlane) {
        let small = gray.resized(width: Self.side, height: Self.side)
        quality = Self.quality(of: small)
        let waves = Self.transformed(small)
        words = Self.bits(waves)
        // In a mirror every second wave across changes its sign: the first has half a period.
        mirrored = Self.bits(waves.indices.map { $0 % Self.waves % 2 == 0 ? -waves[$0] : waves[$0] })
    }

    /// Bits that differ.
    package static func distance(_ a: SIMD4<UInt64>, _ b: SIMD4<UInt64>) -> Int {
        let d = a ^ b
        return d[0].nonzeroBitCount &+ d[1].nonzeroBitCount &+ d[2].nonzeroBitCount &+ d[3].nonzeroBitCount
    }

    /// Sums of steps between neighbours, in whole percent of the range each, over 90.
    private static func quality(of gray: GrayPlane) -> Int {
        var sum = 0
        for y in 0..<side {
            for x in 0..<side {
                let here = Int(gray.values[y * side + x])
                if x > 0 { sum += abs(here - Int(gray.values[y * side + x - 1])) * 100 / 255 }
                if y > 0 { sum += abs(here - Int(gray.values[(y - 1) * side + x])) * 100 / 255 }
            }
        }
        return min(sum / 90, 100)
    }

    /// Cosines of waves 1...16 over 64 samples, a wave a row.
    private static let cosines: [Float] = (1...waves).flatMap { wave in
        (0..<side).map { sample in
            Float(Elementary.unitRoot(wave * (2 * sample + 1) % (4 * side), of: 4 * side).cos)
        }
    }

    /// The 16x16 lowest frequencies but the mean's, rows of those across.
    private static func transformed(_ gray: GrayPlane) -> [Float] {
        var across = [Float](repeating: 0, count: side * waves)
        for y in 0..<side {
            for wave in 0..<waves {
                var sum: Float = 0
                for x in 0..<side { sum += cosines[wave * side + x] * Float(gray.values[y * side + x]) }
                across[y * waves + wave] = sum
            }
        }
        var result = [Float](repeating: 0, count: waves * waves)
        for wave in 0..<waves {
            for x in 0..<waves {
                var sum: Float = 0
                for y in 0..<side { sum += cosines[wave * side + y] * across[y * waves + x] }
                result[wave * waves + x] = sum
            }
        }
        return result
    }

    private static func bits(_ waves: [Float]) -> SIMD4<UInt64> {
        let median = waves.sorted()[waves.count / 2]
        var words = SIMD4<UInt64>.zero
        for (index, wave) in waves.enumerated() where wave >= median { words[index / 64] |= 1 << UInt64(index % 64) }
        return words
    }
}
