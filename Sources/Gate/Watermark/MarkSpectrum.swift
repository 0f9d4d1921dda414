/// A picture's spectrum as marks are looked for in it: how far each frequency stands out from its neighbours.
struct MarkSpectrum: Sendable {
    /// Side of the analysed square.
    static let side = 512

    /// Standardised, the frequency (0, 0) in the middle.
    let plane: FloatPlane

    /// `gray`: its short side (or its long one) is `side` pixels.
    init(_ gray: GrayPlane) {
        let white = Self.whitened(gray)
        let (longer, side) = (max(white.width, white.height), Self.side)
        let squares = max(1, min(3, (max(longer - side, 0) + side / 2 - 1) / (side / 2) + 1))
        var energy = [Float](repeating: 0, count: side * side)
        for index in 0..<squares {
            let offset = squares == 1 ? 0 : Int((Double(index * (longer - side)) / Double(squares - 1)).rounded())
            Self.add(Self.square(white, at: offset), to: &energy)
        }
        let logs = energy.map { Float(Elementary.ln(Double($0) / Double(squares) + 1e-3)) }
        plane = Self.standardised(FloatPlane(width: side, height: side, values: logs))
    }

    /// Fine detail over its local strength, 128 where there is none: 24 levels a unit, which eight bits hold.
    private static func whitened(_ gray: GrayPlane) -> GrayPlane {
        let plane = FloatPlane(gray)
        // Three running means come close to a Gaussian of 2.5 pixels.
        let smooth = plane.means(side: 5).means(side: 5).means(side: 5)
        var detail = plane
        for i in detail.values.indices { detail.values[i] -= smooth.values[i] }
        var squares = detail
        for i in squares.values.indices { squares.values[i] *= squares.values[i] }
        let power = squares.means(side: 17)
        let levels = zip(detail.values, power.values).map { value, power in
            UInt8(min(max((128 + 24 * value / (max(power, 0).squareRoot() + 1.5)).rounded(), 0), 255))
        }
        return GrayPlane(width: gray.width, height: gray.height, values: levels)
    }

    /// The square at `offset` along the longer side; smaller pictures are surrounded by nothing.
    private static func square(_ plane: GrayPlane, at offset: Int) -> GrayPlane {
        let (left, top) = plane.width >= plane.height ? (offset, 0) : (0, offset)
        var out = [UInt8](repeating: 128, count: side * side)
        let (columns, rows) = (min(side, plane.width - left), min(side, plane.height - top))
        for y in 0..<rows {
            let from = (top + y) * plane.width + left
            out.replaceSubrange(y * side..<y * side + columns, with: plane.values[from..<from + columns])
        }
        return GrayPlane(width: side, height: side, values: out)
    }

    /// Adds the energies of all frequencies, (0, 0) in the middle.
    private static func add(_ square: GrayPlane, to energy: inout [Float]) {
        let spectrum = WindowedColumns(square).transformed()
        let plan = FourierTransform(count: side)
        var scratch = [ComplexLanes](repeating: .zero, count: side)
        var block = spectrum.empty()
        let middle = side / 2
        for index in 0..<spectrum.blocks {
            spectrum.copy(index, into: &block)
            plan.transform(&block, scratch: &scratch)
            for column in 0..<side {
                let lanes = block[column].re * block[column].re + block[column].im * block[column].im
                for lane in 0..<8 where 8 * index + lane <= middle {
                    let row = 8 * index + lane
                    let (x, y) = ((column + middle) % side, (row + middle) % side)
                    energy[y * side + x] += lanes[lane]
                    // A real picture's spectrum is symmetric about (0, 0).
                    guard row > 0, row < middle else { continue }
                    energy[(middle - row) * side + (side - column + middle) % side] += lanes[lane]
                }
            }
        }
    }

    /// Each value against the 13x13 window around it without its 5x5 middle, clipped, spread by a pixel, to mean 0 and
    /// standard deviation 1.
    private static func standardised(_ logs: FloatPlane) -> FloatPlane {
        var squares = logs
        for i in squares.values.indices { squares.values[i] *= squares.values[i] }
        let (wide, near) = (logs.means(side: 13), logs.means(side: 5))
        let (wideSquares, nearSquares) = (squares.means(side: 13), squares.means(side: 5))
        var result = logs
        for i in result.values.indices {
            let mean = (wide.values[i] * 169 - near.values[i] * 25) / 144
            let square = (wideSquares.values[i] * 169 - nearSquares.values[i] * 25) / 144
            let deviation = max(square - mean * mean, 0.05).squareRoot()
            result.values[i] = min(max((logs.values[i] - mean) / deviation, -2.5), 2.5)
        }
        result = result.dilated()
        let moments = Moments(result.values.span)
        let (mean, deviation) = (Float(moments.mean), Float(max(moments.deviation, 1e-6)))
        for i in result.values.indices { result.values[i] = (result.values[i] - mean) / deviation }
        return result
    }
}
