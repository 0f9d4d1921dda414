/// How far pixels are from the median of their 3x3 neighbourhood: grain and lone dots, but neither edges nor slopes.
enum MedianResidual {
    /// Mean difference in gray levels. At the border pixels repeat outwards.
    static func mean(of gray: GrayPlane) -> Double {
        let (width, height) = (gray.width, gray.height)
        var padded = [UInt8](repeating: 0, count: (width + 2) * (height + 2))
        for y in 0..<height + 2 {
            let from = min(max(y - 1, 0), height - 1) * width
            let to = y * (width + 2)
            for x in 0..<width { padded[to &+ 1 &+ x] = gray.values[from &+ x] }
            padded[to] = gray.values[from]
            padded[to + width + 1] = gray.values[from + width - 1]
        }
        var row = [UInt8](repeating: 0, count: width)
        var sum = 0
        for y in 0..<height {
            let start = y * (width + 2)
            let next = start + width + 2
            let last = next + width + 2
            let above = padded.span.extracting(start..<next)
            let here = padded.span.extracting(next..<last)
            let below = padded.span.extracting(last..<last + width + 2)
            var out = row.mutableSpan
            differences(above, here, below, into: &out)
            for x in 0..<width { sum &+= Int(row[x]) }
        }
        return Double(sum) / Double(width * height)
    }

    /// The median of nine is the median of: the largest of the columns' minima, the median of their medians, the smallest
    /// of their maxima.
    private static func differences(
        _ a: Span<UInt8>,
        _ b: Span<UInt8>,
        _ c: Span<UInt8>,
        into out: inout MutableSpan<UInt8>
    ) {
        let count = out.count
        precondition(a.count == count + 2 && b.count == count + 2 && c.count == count + 2, "rows of another length")
        for i in 0..<count {
            let (l0, l1, l2) = sorted(a[i], b[i], c[i])
            let (m0, m1, m2) = sorted(a[i &+ 1], b[i &+ 1], c[i &+ 1])
            let (r0, r1, r2) = sorted(a[i &+ 2], b[i &+ 2], c[i &+ 2])
            let low = max(max(l0, m0), r0)
            let high = min(min(l2, m2), r2)
            let middle = sorted(l1, m1, r1).1
            let median = sorted(low, middle, high).1
            out[i] = max(median, b[i &+ 1]) &- min(median, b[i &+ 1])
        }
    }

    @inline(__always)
    private static func sorted(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> (UInt8, UInt8, UInt8) {
        let (low, high) = (min(a, b), max(a, b))
        return (min(low, c), max(low, min(high, c)), max(high, c))
    }
}
