package import Gate

/// 24x24 colours of a picture: what two pictures of one hash must agree in too.
package struct ColorSketch: Sendable, Hashable {
    package static let side = 24
    package static let byteCount = side * side * 3
    /// Copies differ by less, in delta-E on average.
    package static let likeness = 3.0

    /// L (0...100 as 0...250), a and b (offset by 128), cell by cell.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "a sketch of another size")
        self.bytes = bytes
    }

    package init(_ image: RGBImage) {
        let lab = LabPlanes(image.scaled(width: Self.side, height: Self.side))
        let (l, a, b) = (lab.channels[0], lab.channels[1], lab.channels[2])
        var bytes: [UInt8] = []
        for cell in l.indices {
            bytes.append(Self.byte(l[cell] * 2.5))
            bytes.append(Self.byte(a[cell] + 128))
            bytes.append(Self.byte(b[cell] + 128))
        }
        self.bytes = bytes
    }

    private static func byte(_ value: Float) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }

    /// As seen in a mirror.
    package var mirrored: ColorSketch {
        var turned: [UInt8] = []
        for y in 0..<Self.side {
            for x in 0..<Self.side {
                let cell = (y * Self.side + Self.side - 1 - x) * 3
                turned += bytes[cell..<cell + 3]
            }
        }
        return ColorSketch(bytes: turned)
    }

    /// Mean difference in delta-E after the other is made as bright on average as this.
    package func difference(to other: ColorSketch) -> Double {
        let gain = (lightness + 1) / (other.lightness + 1)
        var sum = 0.0
        for cell in 0..<Self.side * Self.side {
            let (mine, theirs) = (color(cell), other.color(cell))
            let d = mine - theirs * gain
            sum += (d * d).sum().squareRoot()
        }
        return sum / Double(Self.side * Self.side)
    }

    private var lightness: Double {
        var sum = 0
        for cell in 0..<Self.side * Self.side { sum += Int(bytes[3 * cell]) }
        return Double(sum) / 2.5 / Double(Self.side * Self.side)
    }

    private func color(_ cell: Int) -> SIMD4<Double> {
        let i = 3 * cell
        return SIMD4(Double(bytes[i]) / 2.5, Double(bytes[i + 1]) - 128, Double(bytes[i + 2]) - 128, 0)
    }
}
