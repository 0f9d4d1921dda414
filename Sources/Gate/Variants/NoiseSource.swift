/// Draws of mean 0 and standard deviation 1, the same for the same seed (SplitMix64).
package struct NoiseSource: Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// Between -3.46 and 3.46: four even draws added up.
    mutating func next() -> Double {
        let z = bits()
        var sum = 0.0
        for shift in stride(from: 0, to: 64, by: 16) { sum += Double((z >> UInt64(shift)) & 0xFFFF) / 65535 - 0.5 }
        return sum * 1.7320508075688772
    }

    /// Evenly between -0.5 and 0.5.
    package mutating func uniform() -> Double { Double(bits() >> 11) / 9_007_199_254_740_992 - 0.5 }

    private mutating func bits() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
