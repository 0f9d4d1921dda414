/// Which way edges run: slopes of more than 6 levels a pixel in twelve sectors of 15 degrees, the first centred on
/// horizontal slopes. Opposite directions are one.
struct Orientations: Sendable {
    /// In bits, of sectors that all start with half a pixel.
    let entropy: Double
    /// Share of the fullest sector.
    let peak: Double

    /// Tangents of 7.5, 22.5 ... 82.5 degrees: irrational, so that no whole-numbered slope falls on a border.
    private static let tangents: [Float] = [0.13165250, 0.41421356, 0.76732699, 1.30322537, 2.41421356, 7.59575411]

    init(_ gray: GrayPlane, _ structure: Structure) {
        let padded = SignedPlane(gray)
        let values = padded.values.span
        let gradient = structure.gradient.span
        var counts = [Int](repeating: 0, count: 12)
        for y in 0..<gray.height {
            for x in 0..<gray.width where gradient[y &* gray.width &+ x] > 2304 {
                let a = y &* padded.stride &+ x
                let b = a &+ padded.stride
                let c = b &+ padded.stride
                let gx =
                    (values[a &+ 2] &- values[a]) &+ ((values[b &+ 2] &- values[b]) &<< 1)
                    &+ (values[c &+ 2] &- values[c])
                let gy =
                    (values[c] &- values[a]) &+ ((values[c &+ 1] &- values[a &+ 1]) &<< 1)
                    &+ (values[c &+ 2] &- values[a &+ 2])
                counts[Self.sector(Int(gx), Int(gy))] &+= 1
            }
        }
        let weights = counts.map { Double($0) + 0.5 }
        entropy = Entropy.bits(weights)
        peak = (weights.max() ?? 0) / weights.reduce(0, +)
    }

    static func sector(_ gx: Int, _ gy: Int) -> Int {
        let (across, down) = (Float(abs(gx)), Float(abs(gy)))
        var sector = 0
        for tangent in tangents where down > across * tangent { sector += 1 }
        // Falling slopes mirror the rising ones about the vertical.
        return (gx < 0) != (gy < 0) && sector > 0 ? 12 - sector : sector
    }
}
