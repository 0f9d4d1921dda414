/// Whether two scorers order pictures alike, whatever their scales: Spearman's rank correlation, ties at their mean rank.
enum RankCorrelation {
    /// -1...1; nil for fewer than two pairs, and where one side is the same for all.
    ///
    /// Complexity: n log n.
    static func of(_ one: [Double], _ other: [Double]) -> Double? {
        precondition(one.count == other.count, "pairs have two sides")
        guard one.count > 1 else { return nil }
        let (left, right) = (ranks(of: one), ranks(of: other))
        let mean = Double(one.count + 1) / 2
        var (product, leftSquares, rightSquares) = (0.0, 0.0, 0.0)
        for (x, y) in zip(left, right) {
            product += (x - mean) * (y - mean)
            leftSquares += (x - mean) * (x - mean)
            rightSquares += (y - mean) * (y - mean)
        }
        guard leftSquares > 0, rightSquares > 0 else { return nil }
        return product / (leftSquares * rightSquares).squareRoot()
    }

    /// 1 for the smallest; equal values share the mean of their places.
    private static func ranks(of values: [Double]) -> [Double] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Double](repeating: 0, count: values.count)
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
            for place in start..<end { ranks[order[place]] = Double(start + 1 + end) / 2 }
            start = end
        }
        return ranks
    }
}
