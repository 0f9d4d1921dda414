/// A picture in CIE L*a*b* (D65, from sRGB): three planes in delta-E units, L 0...100.
package struct LabPlanes: Sendable {
    let width: Int
    let height: Int
    /// L, a and b.
    package let channels: [[Float]]

    init(width: Int, height: Int, channels: [[Float]]) {
        self.width = width
        self.height = height
        self.channels = channels
    }

    package init(_ image: RGBImage) {
        let count = image.width * image.height
        var l = [Float](repeating: 0, count: count)
        var a = l
        var b = l
        Self.convert(image.pixels.span, &l, &a, &b)
        self.init(width: image.width, height: image.height, channels: [l, a, b])
    }

    private static func convert(_ rgb: Span<UInt8>, _ l: inout [Float], _ a: inout [Float], _ b: inout [Float]) {
        let linear = Self.linear.span
        let roots = Self.roots.span
        var lightness = l.mutableSpan
        var greenRed = a.mutableSpan
        var blueYellow = b.mutableSpan
        for i in 0..<lightness.count {
            let red = linear[Int(rgb[3 &* i])]
            let green = linear[Int(rgb[3 &* i &+ 1])]
            let blue = linear[Int(rgb[3 &* i &+ 2])]
            // Rows of the sRGB matrix, the first and last divided by the white point.
            let x = root(
                (0.412453 / 0.950456) * red + (0.357580 / 0.950456) * green + (0.180423 / 0.950456) * blue,
                roots
            )
            let y = root(0.212671 * red + 0.715160 * green + 0.072169 * blue, roots)
            let z = root(
                (0.019334 / 1.088754) * red + (0.119193 / 1.088754) * green + (0.950227 / 1.088754) * blue,
                roots
            )
            lightness[i] = 116 * y - 16
            greenRed[i] = 500 * (x - y)
            blueYellow[i] = 200 * (y - z)
        }
    }

    private static let steps = 4096

    @inline(__always)
    private static func root(_ value: Float, _ table: Span<Float>) -> Float {
        let position = min(max(value, 0), 1) * Float(steps)
        let index = Int(position)
        return table[index] + (table[index &+ 1] - table[index]) * (position - Float(index))
    }

    /// Levels 0...255 without the sRGB transfer curve, 0...1.
    private static let linear: [Float] = (0...255).map { level in
        let value = Double(level) / 255
        if value <= 0.04045 { return Float(value / 12.92) }
        return Float(Elementary.exp(2.4 * Elementary.ln((value + 0.055) / 1.055)))
    }

    /// CIE's f: the cube root, linear near black. Linear interpolation over 4,096 steps is off by 0.0005 L at most.
    private static let roots: [Float] = (0...steps + 1).map { step in
        let value = Double(step) / Double(steps)
        if value <= 0.008856 { return Float(7.787 * value + 16.0 / 116) }
        return Float(Elementary.exp(Elementary.ln(value) / 3))
    }
}
