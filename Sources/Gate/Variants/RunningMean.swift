/// The mean over a window that slides along a line of bytes.
struct RunningMean: Sendable {
    /// Pixels either side: the window has `2 * reach + 1`.
    let reach: Int

    /// Windows of three passes that together have the variance of a Gaussian, as near as whole numbers allow
    /// (Kovesi 2010).
    static func reaches(sigma: Double) -> [Int] {
        guard sigma > 0 else { return [] }
        let variance = 12 * sigma * sigma
        let ideal = (variance / 3 + 1).squareRoot()
        var narrow = Int(ideal)
        if narrow % 2 == 0 { narrow -= 1 }
        let (n, w) = (3.0, Double(narrow))
        let narrowPasses = Int(((variance - n * w * w - 4 * n * w - 3 * n) / (-4 * w - 4)).rounded())
        return (0..<3).map { $0 < narrowPasses ? narrow / 2 : narrow / 2 + 1 }
    }

    /// Smooths `count` bytes that start at `from` and lie `step` apart. The first and the last are repeated outwards.
    func smooth(_ bytes: inout [UInt8], from: Int, step: Int, count: Int) {
        let line = (0..<count).map { Int(bytes[from + $0 * step]) }
        let window = 2 * reach + 1
        var sum = 0
        for d in -reach...reach { sum += line[min(max(d, 0), count - 1)] }
        for i in 0..<count {
            bytes[from + i * step] = UInt8((sum + reach) / window)
            sum += line[min(i + reach + 1, count - 1)] - line[max(i - reach, 0)]
        }
    }
}
