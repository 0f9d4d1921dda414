/// What stands out, in absolute colour differences: maps stretched to their own maximum would call noise on a blank wall
/// salient (frequency-tuned saliency: Achanta 2009; barrier distance: Zhang 2015).
struct Saliency: Sendable {
    /// Longer side at which colours are compared.
    static let side = 160
    /// In delta-E, as are `distinct` and `range`.
    static let noticeable: Float = 3
    static let distinct: Float = 4

    /// Share of pixels that differ from the mean colour by more than 3 delta-E, 0...1.
    let attentionArea: Double
    /// Share of pixels whose minimum barrier distance to the border exceeds 4 delta-E, 0...1.
    let objectnessArea: Double
    /// The largest spread (99.5th - 0.5th percentile) of blurred L, a or b.
    let range: Double

    /// `image`: longer side at most 160.
    init(_ image: RGBImage) {
        let lab = LabPlanes(image)
        let five = BinomialBlur(width: lab.width, height: lab.height, kernel: .five(spacing: 1))
        let three = BinomialBlur(width: lab.width, height: lab.height, kernel: .three)
        let smooth = lab.channels.map { five.blurred($0) }
        attentionArea = Self.attention(smooth, means: lab.channels.map(Self.mean))
        range =
            smooth.map { channel in
                let ends = Percentile.values([0.5, 99.5], of: channel.span)
                return ends[1] - ends[0]
            }.max() ?? 0

        var barrier = BarrierDistance(lab.channels.map { three.blurred($0) }, width: lab.width, height: lab.height)
        barrier.scan(passes: 3)
        objectnessArea = barrier.share(above: Self.distinct)
    }

    /// Which pixels count towards the two areas. `image`: longer side at most 160.
    static func masks(_ image: RGBImage) -> (attention: [Bool], objectness: [Bool]) {
        let lab = LabPlanes(image)
        let five = BinomialBlur(width: lab.width, height: lab.height, kernel: .five(spacing: 1))
        let three = BinomialBlur(width: lab.width, height: lab.height, kernel: .three)
        let means = lab.channels.map(mean)
        let smooth = lab.channels.map { five.blurred($0) }
        let attention = smooth[0].indices.map { i in
            let differences = (0..<3).map { smooth[$0][i] - means[$0] }
            return differences.reduce(0) { $0 + $1 * $1 } > noticeable * noticeable
        }
        var barrier = BarrierDistance(lab.channels.map { three.blurred($0) }, width: lab.width, height: lab.height)
        barrier.scan(passes: 3)
        return (attention, barrier.mask(above: distinct))
    }

    private static func mean(_ plane: [Float]) -> Float {
        var sum = 0.0
        for value in plane { sum += Double(value) }
        return Float(sum / Double(plane.count))
    }

    private static func attention(_ channels: [[Float]], means: [Float]) -> Double {
        let (first, second, third) = (channels[0], channels[1], channels[2])
        let l = first.span
        let a = second.span
        let b = third.span
        let (meanL, meanA, meanB) = (means[0], means[1], means[2])
        let limit = noticeable * noticeable
        var count = 0
        for i in 0..<l.count {
            let (dl, da, db) = (l[i] - meanL, a[i] - meanA, b[i] - meanB)
            if dl * dl + da * da + db * db > limit { count &+= 1 }
        }
        return Double(count) / Double(l.count)
    }
}
