package import Gate

/// How much of a picture has which colour, without where: what near duplicates must agree in beside their hash, which sees
/// brightness alone. Nothing of the picture can be drawn from it.
///
/// 28 shares in 255ths, which overlap, so that a colour between two of them counts for both: greys of four lightnesses, and
/// twelve hues, dark and light.
package struct ColorShares: Sendable, Hashable {
    package static let byteCount = 32
    /// Near duplicates differ by less, as a share of the picture.
    package static let likeness = 0.15

    private let values: SIMD32<UInt8>

    /// From `bytes`. Nil for another number of them.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        values = SIMD32(bytes)
    }

    package init(_ image: RGBImage) {
        let lab = LabPlanes(image.scaled(width: Self.side, height: Self.side))
        let (lightness, greenRed, blueYellow) = (lab.channels[0], lab.channels[1], lab.channels[2])
        var sums = [Float](repeating: 0, count: Self.byteCount)
        for cell in lightness.indices {
            Self.add(lightness[cell], greenRed[cell], blueYellow[cell], to: &sums)
        }
        let scale = 255 / Float(lightness.count)
        values = SIMD32(sums.map { UInt8(min(($0 * scale).rounded(), 255)) })
    }

    package var bytes: [UInt8] { values.indices.map { values[$0] } }

    /// The share of the picture that has another colour, 0...1.
    package func difference(to other: ColorShares) -> Double {
        // Shares sum to one each: half of all changes is what moved.
        let change = (values .> other.values)
        let apart = (values &- other.values).replacing(with: other.values &- values, where: .!change)
        var sum = 0
        for index in apart.indices { sum += Int(apart[index]) }
        return Double(sum) / (2 * 255)
    }

    /// As the sketches of registered pictures: finer detail is noise.
    private static let side = 24
    private static let hues = 12
    private static let greys = 4
    /// Chroma in delta-E up to which a colour is grey, and from which it is none at all.
    private static let grey: Float = 4
    private static let vivid: Float = 16

    /// Directions of the hues.
    private static let directions: [(x: Float, y: Float)] = (0..<hues).map { hue in
        let root = Elementary.unitRoot(hue, of: hues)
        return (Float(root.cos), Float(root.sin))
    }
    /// The cosine between neighbours.
    private static let apart = directions[1].x

    private static func add(_ lightness: Float, _ a: Float, _ b: Float, to sums: inout [Float]) {
        let chroma = (a * a + b * b).squareRoot()
        let color = min(max((chroma - grey) / (vivid - grey), 0), 1)
        let level = min(max(lightness / 100, 0), 1)
        let step = level * Float(greys - 1)
        let below = min(Int(step), greys - 2)
        sums[below] += (1 - color) * (1 - step + Float(below))
        sums[below + 1] += (1 - color) * (step - Float(below))
        guard color > 0 else { return }
        // Two hues at most are nearer than a neighbour is: they share the colour.
        let nearness = directions.map { max(($0.x * a + $0.y * b) / chroma - apart, 0) }
        let all = nearness.reduce(0, +)
        for (hue, near) in nearness.enumerated() where near > 0 {
            let share = color * near / all
            sums[greys + 2 * hue] += share * (1 - level)
            sums[greys + 2 * hue + 1] += share * level
        }
    }
}
