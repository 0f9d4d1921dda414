/// Blocks of 4x4 tiles that overlap by all but one: large enough to be judged, small enough for a sharp subject.
enum Blocks {
    static let side = 4

    /// Sums of `values` (rows of `across`) over every block of `side` tiles, row by row; a plane with fewer is one block there.
    static func sums(_ values: [Float], across: Int, side: Int = Blocks.side) -> (values: [Float], across: Int) {
        guard across > 0, !values.isEmpty else { return ([], 0) }
        let down = values.count / across
        let (wide, high) = (min(side, across), min(side, down))
        let (columns, rows) = (across - wide + 1, down - high + 1)
        var sums = [Float](repeating: 0, count: columns * rows)
        for y in 0..<rows {
            for x in 0..<columns {
                var sum: Float = 0
                for dy in 0..<high { for dx in 0..<wide { sum += values[(y + dy) * across + x + dx] } }
                sums[y * columns + x] = sum
            }
        }
        return (sums, columns)
    }

    /// The greatest value, and the greatest whose block lies in other rows of tiles: a caption sharpens one row, a subject
    /// in focus and a picture in focus more.
    static func best(_ values: [Float], across: Int) -> (first: Double, beyond: Double) {
        guard let top = values.indices.max(by: { values[$0] < values[$1] }) else { return (0, 0) }
        let row = top / across
        var beyond: Float = 0
        for (index, value) in values.enumerated() where abs(index / across - row) >= side {
            beyond = max(beyond, value)
        }
        return (Double(values[top]), Double(beyond))
    }
}
