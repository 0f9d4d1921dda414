/// Mean and spread of a list of numbers.
struct Moments: Sendable {
    let mean: Double
    /// Of the whole list, not an estimate from a sample.
    let variance: Double

    init(_ values: Span<Float>) {
        // Four independent sums: one would wait for each addition in turn.
        var sums = SIMD4<Double>.zero
        var squares = SIMD4<Double>.zero
        let whole = values.count / 4 * 4
        for i in stride(from: 0, to: whole, by: 4) {
            let four = SIMD4<Double>(
                Double(values[i]),
                Double(values[i &+ 1]),
                Double(values[i &+ 2]),
                Double(values[i &+ 3])
            )
            sums += four
            squares += four * four
        }
        var sum = sums.sum()
        var square = squares.sum()
        for i in whole..<values.count {
            sum += Double(values[i])
            square += Double(values[i]) * Double(values[i])
        }
        let count = Double(max(values.count, 1))
        mean = sum / count
        variance = max(square / count - mean * mean, 0)
    }

    /// From the sums of whole numbers and of their squares: exact up to the last division.
    init(sum: Int, squares: Int, count: Int) {
        let n = Double(max(count, 1))
        mean = Double(sum) / n
        variance = max(Double(squares) / n - mean * mean, 0)
    }

    var deviation: Double { variance.squareRoot() }
}
