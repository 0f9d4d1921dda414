/// Where in the spectrum a mark sits: 72 secret frequencies. Only magnitudes are looked at, so that neither crops nor
/// shifts matter; a picture's size is searched for.
package struct PilotKey: Sendable {
    /// Frequencies of a mark.
    static let count = 72
    /// Cycles per short side of the picture as published.
    static let band = 36.0...154.0
    /// Least distance to either axis, where pictures keep their own structure, and between frequencies.
    private static let axis = 8.0
    private static let apart = 4.5
    /// Random words a key needs at least: draws that fall too close to another are thrown away.
    package static let words = 4096

    /// Horizontal and vertical, in cycles per short side; vertical ones are positive.
    package let pilots: [SIMD2<Double>]
    /// In turns, 0...1.
    package let phases: [Double]

    /// `random`: at least 4,096 words that nobody can guess.
    package init(random: [UInt64]) {
        precondition(random.count >= Self.words, "too few random words for a key")
        var draws = random.map { Double($0 >> 11) / 9_007_199_254_740_992 }[...]
        var pilots: [SIMD2<Double>] = []
        let octaves = Elementary.ln(Self.band.upperBound / Self.band.lowerBound)
        while pilots.count < Self.count {
            guard let radius = draws.popFirst(), let turn = draws.popFirst() else {
                preconditionFailure("no more draws")
            }
            let frequency = Self.band.lowerBound * Elementary.exp(octaves * radius)
            // Half a turn: the other half is the same frequency.
            let steps = 1 << 30
            let root = Elementary.unitRoot(Int(turn * Double(steps)), of: 2 * steps)
            let pilot = SIMD2(frequency * root.cos, frequency * root.sin)
            guard abs(pilot.x) >= Self.axis, abs(pilot.y) >= Self.axis else { continue }
            guard pilots.allSatisfy({ Self.distance($0, pilot) > Self.apart }) else { continue }
            pilots.append(pilot)
        }
        self.pilots = pilots
        phases = pilots.indices.map { _ in draws.popFirst() ?? 0 }
    }

    private static func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
        let d = a - b
        return (d.x * d.x + d.y * d.y).squareRoot()
    }

    /// Keys nobody marks with: what a picture's own structure makes of them is what chance makes.
    static let decoys: [PilotKey] = (0..<16).map { index in
        var state = UInt64(index) &* 0x9E37_79B9_7F4A_7C15 &+ 0x5EED
        return PilotKey(
            random: (0..<words).map { _ in
                state &+= 0x9E37_79B9_7F4A_7C15
                var z = state
                z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
                z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
                return z ^ (z >> 31)
            }
        )
    }
}
