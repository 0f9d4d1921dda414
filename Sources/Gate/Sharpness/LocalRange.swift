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
        pairs = [UInt8](repeating: 0, count: gray.width + 5)
        fours = [UInt8](repeating: 0, count: gray.width + 3)
        values = [UInt8](repeating: 0, count: gray.width)
    }

    mutating func move(to y: Int) {
        let width = gray.width
        Self.widen(gray, y, &high, &low)
        for i in 0..<3 {
            high[i] = high[3]
            low[i] = low[3]
            high[width + 3 + i] = high[width + 2]
            low[width + 3 + i] = low[width + 2]
        }
        Self.maxima(high, 1, &pairs)
        Self.maxima(pairs, 2, &fours)
        Self.maxima(fours, 3, &values)
        Self.minima(low, 1, &pairs)
        Self.minima(pairs, 2, &fours)
        Self.subtractMinima(fours, 3, &values)
    }

    /// Extremes of seven rows.
    private static func widen(_ gray: GrayPlane, _ y: Int, _ high: inout [UInt8], _ low: inout [UInt8]) {
        let (width, height) = (gray.width, gray.height)
        let plane = gray.values.span
        func row(_ d: Int) -> Range<Int> {
            let start = min(max(y + d, 0), height - 1) * width
            return start..<start + width
        }
        let (a, b, c) = (plane.extracting(row(-3)), plane.extracting(row(-2)), plane.extracting(row(-1)))
        let (d, e) = (plane.extracting(row(0)), plane.extracting(row(1)))
        let (f, g) = (plane.extracting(row(2)), plane.extracting(row(3)))
        var most = high.mutableSpan
        var top = most._mutatingExtracting(3..<3 + width)
        RowKernels.greatest(a, b, c, d, e, f, g, into: &top)
        var least = low.mutableSpan
        var bottom = least._mutatingExtracting(3..<3 + width)
        RowKernels.least(a, b, c, d, e, f, g, into: &bottom)
    }

    private static func maxima(_ source: [UInt8], _ step: Int, _ target: inout [UInt8]) {
        let row = source.span
        var out = target.mutableSpan
        let count = out.count
        RowKernels.greatest(row.extracting(0..<count), row.extracting(step..<step + count), into: &out)
    }

    private static func minima(_ source: [UInt8], _ step: Int, _ target: inout [UInt8]) {
        let row = source.span
        var out = target.mutableSpan
        let count = out.count
        RowKernels.least(row.extracting(0..<count), row.extracting(step..<step + count), into: &out)
    }

    private static func subtractMinima(_ source: [UInt8], _ step: Int, _ target: inout [UInt8]) {
        let row = source.span
        var out = target.mutableSpan
        let count = out.count
        RowKernels.subtractLeast(row.extracting(0..<count), row.extracting(step..<step + count), from: &out)
    }
}
