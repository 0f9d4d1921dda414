/// SplitMix64, one byte a step: the same bytes for the same seed everywhere.
struct SeededBytes {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt8 { UInt8(truncatingIfNeeded: word() >> 24) }

    /// 0..<bound
    mutating func below(_ bound: Int) -> Int { Int(word() % UInt64(bound)) }

    private mutating func word() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
