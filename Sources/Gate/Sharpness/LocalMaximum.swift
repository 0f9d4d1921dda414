/// The largest gradient in the 3x3 window around each pixel of one row, cut off at the picture's edge.
struct LocalMaximum {
    private let width: Int
    private let height: Int
    /// One pixel of margin either side.
    private var columns: [Int32]
    private(set) var values: [Int32]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        columns = [Int32](repeating: 0, count: width + 2)
        values = [Int32](repeating: 0, count: width)
    }

    mutating func move(to y: Int, in plane: [Int32]) {
        let above = max(y - 1, 0) * width
        let below = min(y + 1, height - 1) * width
        Self.columnMaxima(plane, above, y * width, below, width, &columns)
        columns[0] = columns[1]
        columns[width + 1] = columns[width]
        Self.rowMaxima(columns, &values)
    }

    private static func columnMaxima(
        _ plane: [Int32],
        _ above: Int,
        _ here: Int,
        _ below: Int,
        _ width: Int,
        _ columns: inout [Int32]
    ) {
        let source = plane.span
        var all = columns.mutableSpan
        var out = all._mutatingExtracting(1..<1 + width)
        RowKernels.greatest(
            source.extracting(above..<above + width),
            source.extracting(here..<here + width),
            source.extracting(below..<below + width),
            into: &out
        )
    }

    private static func rowMaxima(_ columns: [Int32], _ values: inout [Int32]) {
        let source = columns.span
        var out = values.mutableSpan
        let count = out.count
        RowKernels.greatest(
            source.extracting(0..<count),
            source.extracting(1..<1 + count),
            source.extracting(2..<2 + count),
            into: &out
        )
    }
}
