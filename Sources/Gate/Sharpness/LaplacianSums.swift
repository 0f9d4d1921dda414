/// Running sums of powers of Laplacians in gray levels.
struct LaplacianSums {
    private var first = 0
    private var second = 0
    private var fourth = 0

    /// INVARIANT: |value| <= 1,020, so a row of 512 fourth powers stays below 6e14.
    mutating func add(_ row: Span<Int16>) {
        var sum: Int32 = 0
        var squares: Int = 0
        var fourths: Int = 0
        for i in 0..<row.count {
            let value = Int32(row[i])
            let square = value &* value
            sum &+= value
            squares &+= Int(square)
            fourths &+= Int(square) &* Int(square)
        }
        first += Int(sum)
        second += squares
        fourth += fourths
    }

    func variance(count: Int) -> Double {
        let mean = Double(first) / Double(count)
        return (Double(second) / Double(count) - mean * mean) / (255 * 255)
    }

    func moments(count: Int) -> (fourth: Double, second: Double) {
        let scale = 255.0 * 255.0
        return (Double(fourth) / Double(count) / (scale * scale), Double(second) / Double(count) / scale)
    }
}
