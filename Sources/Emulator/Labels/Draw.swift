/// Pseudo-random choices that depend on what is asked and nothing else: the same seed, picture and question give the
/// same answer for ever, in any order and on any thread.
struct Draw: Sendable, Hashable {
    private let base: UInt64

    /// - Parameter subject: The picture's hash, or the text's where there is no picture.
    init(seed: UInt64, subject: [UInt8]) {
        base = Draw.mixed(
            subject.reduce(0xCBF2_9CE4_8422_2325 ^ Draw.mixed(seed)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        )
    }

    /// 64 bits for a question.
    func bits(_ question: String) -> UInt64 {
        Draw.mixed(question.utf8.reduce(base) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }

    /// 0..<1.
    func share(_ question: String) -> Double { Double(bits(question) >> 11) * 0x1p-53 }

    /// One of the range.
    func whole(_ question: String, in range: ClosedRange<Int>) -> Int {
        let width = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound)) &+ 1
        return width == 0 ? range.lowerBound : range.lowerBound &+ Int(bits(question) % width)
    }

    /// The finaliser of SplitMix64.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
