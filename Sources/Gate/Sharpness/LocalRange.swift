/// Largest minus smallest level in the 7x7 window around each pixel of one row, cut off at the picture's edge.
struct LocalRange {
    private let gray: GrayPlane
    private var high: [UInt8]
    private var low: [UInt8]
    private var pairs: [UInt8]
    private var fours: [UInt8]
    private(set) var values: [UInt8]

    init(_ gray: GrayPlane) {
        self.gray = gray
        // Three pixels of margin either side, filled with the row's own ends: repeating a member changes no extreme.
        high = [UInt8](repeating: 0, count: gray.width + 6)
        low = high
        pairs = high
        fours = high
        values = [UInt8](repeating: 0, count: gray.width)
    }

    mutating func move(to y: Int) {
        let width = gray.width
        for d in -3...3 {
            let from = min(max(y + d, 0), gray.height - 1) * width
            Self.widen(&high, &low, gray.values, from: from, count: width, first: d == -3)
        }
        for i in 0..<3 {
            high[i] = high[3]
            low[i] = low[3]
            high[width + 3 + i] = high[width + 2]
            low[width + 3 + i] = low[width + 2]
        }
        Self.maxima(high, 1, width + 5, &pairs)
        Self.maxima(pairs, 2, width + 3, &fours)
        Self.maxima(fours, 3, width, &values)
        Self.minima(low, 1, width + 5, &pairs)
        Self.minima(pairs, 2, width + 3, &fours)
        Self.subtractMinima(fours, 3, width, &values)
    }

    private static func widen(
        _ high: inout [UInt8],
        _ low: inout [UInt8],
        _ plane: [UInt8],
        from: Int,
        count: Int,
        first: Bool
    ) {
        precondition(high.count == count + 6 && low.count == count + 6, "rows of different lengths")
        let row = plane.span.extracting(from..<from + count)
        var most = high.mutableSpan
        var least = low.mutableSpan
        if first {
            for i in 0..<count { most[i &+ 3] = row[i] }
            for i in 0..<count { least[i &+ 3] = row[i] }
        } else {
            for i in 0..<count { most[i &+ 3] = max(most[i &+ 3], row[i]) }
            for i in 0..<count { least[i &+ 3] = min(least[i &+ 3], row[i]) }
        }
    }

    private static func maxima(_ source: [UInt8], _ step: Int, _ count: Int, _ target: inout [UInt8]) {
        let row = source.span
        var out = target.mutableSpan
        precondition(step >= 0 && count >= 0 && count + step <= row.count && count <= out.count, "a row too short")
        for i in 0..<count { out[i] = max(row[i], row[i &+ step]) }
    }

    private static func minima(_ source: [UInt8], _ step: Int, _ count: Int, _ target: inout [UInt8]) {
        let row = source.span
        var out = target.mutableSpan
        precondition(step >= 0 && count >= 0 && count + step <= row.count && count <= out.count, "a row too short")
        for i in 0..<count { out[i] = min(row[i], row[i &+ step]) }
    }

    private static func subtractMinima(_ source: [UInt8], _ step: Int, _ count: Int, _ target: inout [UInt8]) {
        let row = source.span
        var out = target.mutableSpan
        precondition(step >= 0 && count >= 0 && count + step <= row.count && count <= out.count, "a row too short")
        for i in 0..<count { out[i] = out[i] &- min(row[i], row[i &+ step]) }
    }
}
