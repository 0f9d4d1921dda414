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
        Self.columnMaxima(plane, above, y * width, below, count: width, &columns)
        columns[0] = columns[1]
        columns[width + 1] = columns[width]
        Self.rowMaxima(columns, count: width, &values)
    }

    private static func columnMaxima(
        _ plane: [Int32],
        _ above: Int,
        _ here: Int,
        _ below: Int,
        count: Int,
        _ target: inout [Int32]
    ) {
        let a = plane.span.extracting(above..<above + count)
        let b = plane.span.extracting(here..<here + count)
        let c = plane.span.extracting(below..<below + count)
        var out = target.mutableSpan
        precondition(out.count == count + 2, "a row of another length")
        for x in 0..<count { out[x &+ 1] = max(max(a[x], b[x]), c[x]) }
    }

    private static func rowMaxima(_ columns: [Int32], count: Int, _ target: inout [Int32]) {
        let column = columns.span
        var out = target.mutableSpan
        precondition(count >= 0 && column.count == count + 2 && out.count == count, "a row of another length")
        for x in 0..<count { out[x] = max(max(column[x], column[x &+ 1]), column[x &+ 2]) }
    }
}
