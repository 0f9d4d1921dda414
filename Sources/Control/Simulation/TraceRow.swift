package import Policy

/// One upload of a recorded or made-up trace.
package struct TraceRow: Sendable, Hashable {
    /// Milliseconds from the start; a day is 86,400,000 of them.
    package var time: Int64 = 0
    /// A hash of the id, and of the client's id; nil when there is none.
    package var hash: UInt64 = 0
    package var client: UInt64?
    package var sharpness: Double?
    package var attentionArea: Double?
    package var objectnessArea: Double?
    package var coarse: CoarseCategory?
    package var isOwn = false
    /// Whether the cloud's answer would have been right. Read only where the upload is sent.
    package var isRight = false
    /// The probability of that, 0...1. Read by the score keeping alone.
    package var eta = 0.0
    /// What a send costs and what the upload adds to the budget, in nano-USD.
    package var cost: Int64 = 0
    package var revenue: Int64 = 0

    package init() {}

    /// What the gates look at. Traces carry no range and no texture: pictures count as flat and not as blank, so that areas
    /// and the coarse category alone decide.
    package func scores(_ settings: GateSettings) -> GateScores {
        var area: Double?
        if let attentionArea, let objectnessArea, !(settings.abstractBypass && coarse == .abstract) {
            area = max(attentionArea, objectnessArea)
        }
        return GateScores(sharpness: sharpness, area: area, isOwn: settings.ownWatermark && isOwn)
    }

    /// 64 bits of some bytes: FNV-1a, then mixed so that near ids fall far apart.
    package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return mixed(sum)
    }

    /// Stafford's thirteenth mixer, as SplitMix64 uses it.
    static func mixed(_ bits: UInt64) -> UInt64 {
        var z = bits
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
