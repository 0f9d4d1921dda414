/// How far each number of a plane stands out from those around it: against mean and deviation of the 13x13 window without its
/// 5x5 middle, clipped, the greatest of 3x3. Rows follow each other in a ring; columns are mirrored at both ends.
struct StandingOut: Sendable {
    /// In fiftieths of a standard deviation, -125...125.
    let values: [Int8]
    let moments: Moments

    private static let wide = 6
    private static let near = 2
    private static let unit: Float = 50
    private static let most: Float = 125
    /// Least variance: a plane without any is all rounding.
    private static let floor: Float = 0.1

    /// `plane`: rows of `columns`, at least 13 of either.
    init(_ plane: [Float], rows: Int, columns: Int) {
        precondition(plane.count == rows * columns && rows > 12 && columns > 12, "a plane of a wrong size")
        let margin = Self.wide
        let padded = Self.padded(plane, rows: rows, columns: columns)
        let stride = columns + 2 * margin
        var sums = Sums(stride: stride)
        var raw = [Int8](repeating: 0, count: rows * columns)
        func row(_ index: Int) -> Range<Int> {
            let y = (index + rows) % rows
            return y * stride..<(y + 1) * stride
        }
        for y in -margin...margin { sums.change(padded.span.extracting(row(y)), by: 1, near: abs(y) <= Self.near) }
        for y in 0..<rows {
            sums.standing(padded.span.extracting(row(y)), into: &raw, at: y * columns, count: columns)
            sums.change(padded.span.extracting(row(y - margin)), by: -1, near: false)
            sums.change(padded.span.extracting(row(y + margin + 1)), by: 1, near: false)
            sums.changeNear(padded.span.extracting(row(y - Self.near)), by: -1)
            sums.changeNear(padded.span.extracting(row(y + Self.near + 1)), by: 1)
        }
        values = Self.greatest(raw, rows: rows, columns: columns)
        var (sum, squares) = (0, 0)
        for value in values {
            sum &+= Int(value)
            squares &+= Int(value) &* Int(value)
        }
        moments = Moments(sum: sum, squares: squares, count: values.count)
    }

    private static func padded(_ plane: [Float], rows: Int, columns: Int) -> [Float] {
        let stride = columns + 2 * wide
        var padded = [Float](repeating: 0, count: rows * stride)
        let source = plane.span
        var out = padded.mutableSpan
        for y in 0..<rows {
            let (from, to) = (y * columns, y * stride + wide)
            for x in 0..<columns { out[to &+ x] = source[from &+ x] }
            for x in 1...wide {
                out[to - x] = source[from + x]
                out[to + columns - 1 + x] = source[from + columns - 1 - x]
            }
        }
        return padded
    }

    /// Running sums of columns, of the numbers and their squares.
    private struct Sums {
        private var wide: [Float]
        private var wideSquares: [Float]
        private var near: [Float]
        private var nearSquares: [Float]
        private var first: [Float]
        private var second: [Float]
        private var third: [Float]
        private var fourth: [Float]

        init(stride: Int) {
            wide = [Float](repeating: 0, count: stride)
            (wideSquares, near, nearSquares) = (wide, wide, wide)
            (first, second, third, fourth) = (wide, wide, wide, wide)
        }

        mutating func change(_ row: Span<Float>, by sign: Float, near isNear: Bool) {
            Self.add(row, sign, &wide, &wideSquares)
            if isNear { changeNear(row, by: sign) }
        }

        mutating func changeNear(_ row: Span<Float>, by sign: Float) { Self.add(row, sign, &near, &nearSquares) }

        private static func add(_ row: Span<Float>, _ sign: Float, _ sums: inout [Float], _ squares: inout [Float]) {
            var sum = sums.mutableSpan
            var square = squares.mutableSpan
            precondition(sum.count == row.count && square.count == row.count, "rows of different lengths")
            for x in 0..<row.count {
                sum[x] += sign * row[x]
                square[x] += sign * (row[x] * row[x])
            }
        }

        mutating func standing(_ row: Span<Float>, into out: inout [Int8], at start: Int, count: Int) {
            Self.thirteen(wide, less: near, into: &first, &third, &fourth, count: count)
            Self.thirteen(wideSquares, less: nearSquares, into: &second, &third, &fourth, count: count)
            var all = out.mutableSpan
            var target = all._mutatingExtracting(start..<start + count)
            Self.standing(
                row.extracting(StandingOut.wide..<StandingOut.wide + count),
                first.span.extracting(0..<count),
                second.span.extracting(0..<count),
                into: &target
            )
        }

        private static func standing(
            _ row: Span<Float>,
            _ sums: Span<Float>,
            _ squares: Span<Float>,
            into out: inout MutableSpan<Int8>
        ) {
            let n = out.count
            precondition(row.count == n && sums.count == n && squares.count == n, "rows of different lengths")
            for i in 0..<n {
                let mean = sums[i] * (1 / 144)
                let variance = max(squares[i] * (1 / 144) - mean * mean, StandingOut.floor)
                let value = (row[i] - mean) * Rounding.inverseRoot(variance) * StandingOut.unit
                let clipped = min(max(value, -StandingOut.most), StandingOut.most)
                out[i] = Int8(truncatingIfNeeded: Rounding.integer(clipped))
            }
        }

        /// Sums of thirteen neighbours of `wide` without those of the middle five of `near`, by doubling.
        private static func thirteen(
            _ wide: [Float],
            less near: [Float],
            into out: inout [Float],
            _ fours: inout [Float],
            _ pairs: inout [Float],
            count: Int
        ) {
            addNeighbours(wide, 1, into: &pairs)
            addNeighbours(pairs, 2, into: &fours)
            addNeighbours(near, 1, into: &pairs)
            let (four, two) = (fours.span, pairs.span)
            var all = out.mutableSpan
            var target = all._mutatingExtracting(0..<count)
            ring(
                (four.extracting(0..<count), four.extracting(4..<4 + count), four.extracting(8..<8 + count)),
                wide.span.extracting(12..<12 + count),
                (two.extracting(4..<4 + count), two.extracting(6..<6 + count)),
                near.span.extracting(8..<8 + count),
                into: &target
            )
        }

        private static func ring(
            _ fours: (Span<Float>, Span<Float>, Span<Float>),
            _ last: Span<Float>,
            _ pairs: (Span<Float>, Span<Float>),
            _ inner: Span<Float>,
            into out: inout MutableSpan<Float>
        ) {
            let n = out.count
            let (a, b, c) = fours
            let (d, e) = pairs
            precondition(a.count == n && b.count == n && c.count == n && last.count == n, "different lengths")
            precondition(d.count == n && e.count == n && inner.count == n, "rows of different lengths")
            for i in 0..<n { out[i] = (a[i] + b[i] + c[i] + last[i]) - (d[i] + e[i] + inner[i]) }
        }

        private static func addNeighbours(_ source: [Float], _ step: Int, into target: inout [Float]) {
            let count = source.count - step
            var all = target.mutableSpan
            var out = all._mutatingExtracting(0..<count)
            sums(source.span.extracting(0..<count), source.span.extracting(step..<step + count), into: &out)
        }

        private static func sums(_ a: Span<Float>, _ b: Span<Float>, into out: inout MutableSpan<Float>) {
            let n = out.count
            precondition(a.count == n && b.count == n, "rows of different lengths")
            for i in 0..<n { out[i] = a[i] + b[i] }
        }
    }

    private static func greatest(_ plane: [Int8], rows: Int, columns: Int) -> [Int8] {
        var result = [Int8](repeating: 0, count: plane.count)
        var column = [Int8](repeating: 0, count: columns + 2)
        for y in 0..<rows {
            let rows = [(y + rows - 1) % rows, y, (y + 1) % rows].map { $0 * columns }
            greatest(plane, rows[0], rows[1], rows[2], &column, into: &result, count: columns)
        }
        return result
    }

    private static func greatest(
        _ plane: [Int8],
        _ above: Int,
        _ here: Int,
        _ below: Int,
        _ column: inout [Int8],
        into out: inout [Int8],
        count: Int
    ) {
        let source = plane.span
        var all = column.mutableSpan
        var most = all._mutatingExtracting(1..<1 + count)
        greatest(
            source.extracting(above..<above + count),
            source.extracting(here..<here + count),
            source.extracting(below..<below + count),
            into: &most
        )
        column[0] = column[2]
        column[count + 1] = column[count - 1]
        let row = column.span
        var whole = out.mutableSpan
        var target = whole._mutatingExtracting(here..<here + count)
        greatest(
            row.extracting(0..<count),
            row.extracting(1..<1 + count),
            row.extracting(2..<2 + count),
            into: &target
        )
    }

    private static func greatest(_ a: Span<Int8>, _ b: Span<Int8>, _ c: Span<Int8>, into out: inout MutableSpan<Int8>) {
        let n = out.count
        precondition(a.count == n && b.count == n && c.count == n, "rows of different lengths")
        for i in 0..<n { out[i] = max(max(a[i], b[i]), c[i]) }
    }
}
