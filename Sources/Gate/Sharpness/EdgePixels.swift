/// One pixel that an edge is measured at.
struct EdgePixel: Sendable {
    let row: Int32
    let column: Int32
    /// Gradient over local range.
    let ratio: Float
    /// The local range, in levels.
    let range: Int32
}

/// The pixels edges are measured at: local maxima of the gradient with enough contrast around them.
struct EdgePixels: Sendable {
    /// By rows, in a row by columns.
    private(set) var all: [EdgePixel] = []

    /// Room for so many before it has to grow.
    init(room: Int) { all.reserveCapacity(room) }

    /// Gradient over local range at each of them.
    var ratios: [Float] { all.map(\.ratio) }

    /// Adds those of row `y` of `gradient`; `marks` is room to work in, a byte a pixel of a row.
    mutating func append(
        _ ranges: [UInt8],
        least: Int,
        _ gradient: [Int32],
        y: Int,
        _ peaks: [Int32],
        marks: inout [UInt8]
    ) {
        guard let least = UInt8(exactly: least) else { return }
        let width = ranges.count
        let row = gradient.span.extracting(y * width..<(y + 1) * width)
        Self.mark(row, peaks, ranges, least, &marks)
        let range = ranges.span
        let mark = marks.span
        for x in 0..<width where mark[x] != 0 {
            let (value, spread) = (row[x], Int32(range[x]))
            // The factor 8 of the integer kernels is divided out here, once.
            let ratio = Float(max(value, 0)).squareRoot() / (8 * Float(spread))
            let (row, column) = (Int32(truncatingIfNeeded: y), Int32(truncatingIfNeeded: x))
            all.append(EdgePixel(row: row, column: column, ratio: ratio, range: spread))
        }
    }

    private static func mark(
        _ row: Span<Int32>,
        _ peaks: [Int32],
        _ ranges: [UInt8],
        _ least: UInt8,
        _ marks: inout [UInt8]
    ) {
        var out = marks.mutableSpan
        RowKernels.marks(row, peaks.span, ranges.span, least: least, into: &out)
    }

    /// Those with a range of at least `least` levels.
    func strong(_ least: Int) -> EdgePixels {
        var result = EdgePixels(room: all.count)
        for edge in all where Int(edge.range) >= least { result.all.append(edge) }
        return result
    }
}
