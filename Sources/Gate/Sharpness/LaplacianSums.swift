/// Running sums of powers of Laplacians in gray levels.
struct LaplacianSums {
    /// Whether fourth powers are wanted: they cost more than all the rest.
    let withFourth: Bool
    private var first = 0
    private var second = 0
    private var fourth = 0

    /// INVARIANT: |value| <= 1,020, so the squares of 1,024 values stay below 31 bits, and the fourth powers of a million
    /// below 63.
    mutating func add(_ row: Span<Int16>) {
        for start in stride(from: 0, to: row.count, by: 1024) {
            addShort(row.extracting(start..<min(start + 1024, row.count)))
        }
    }

    private mutating func addShort(_ row: Span<Int16>) {
        var sum: Int32 = 0
        var squares: Int32 = 0
        for i in 0..<row.count {
            let value = Int32(row[i])
            sum &+= value
            squares &+= value &* value
        }
        first += Int(sum)
        second += Int(squares)
        guard withFourth else { return }
        var fourths = 0
        for i in 0..<row.count {
            let square = Int32(row[i]) &* Int32(row[i])
            fourths &+= Int(square) &* Int(square)
        }
        fourth += fourths
    }

    init(withFourth: Bool) { self.withFourth = withFourth }

    func variance(count: Int) -> Double {
        let mean = Double(first) / Double(count)
        return (Double(second) / Double(count) - mean * mean) / (255 * 255)
    }

    /// The first is 0 unless asked for.
    func moments(count: Int) -> (fourth: Double, second: Double) {
        let scale = 255.0 * 255.0
        return (Double(fourth) / Double(count) / (scale * scale), Double(second) / Double(count) / scale)
    }
}
