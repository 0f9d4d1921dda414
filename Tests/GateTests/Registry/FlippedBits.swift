import TestSupport

extension SIMD4<UInt64> {
    /// With so many bits of it turned, which the seed chooses.
    func flipped(bits: Int, seed: UInt64) -> SIMD4<UInt64> {
        var random = SeededGenerator(seed: seed)
        var places = Array(0..<256)
        places.shuffle(using: &random)
        var result = self
        for place in places.prefix(bits) { result[place / 64] ^= 1 << UInt64(place % 64) }
        return result
    }
}
