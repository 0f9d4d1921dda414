/// Fine detail over its local strength, so that no part of a picture outshouts a mark in another.
enum WhitenedPlane {
    /// Windows in which detail is what differs from the mean, and in which its strength is taken: half sides.
    private static let near = 3
    private static let wide = 8
    /// Detail is kept in eighths of 49ths of a level: squares of a window of 17x17 then fit 31 bits.
    private static let unit: Float = 8.0 / 49

    /// 128 where there is none, 24 levels for detail as strong as around it. Beyond the edges the outermost pixels repeat.
    ///
    /// Complexity: linear.
    static func plane(_ gray: GrayPlane) -> GrayPlane {
        let (width, height) = (gray.width, gray.height)
        let detail = detail(of: gray)
        var levels = [UInt8](repeating: 128, count: width * height)
        var sums = [Int32](repeating: 0, count: width + 2 * wide)
        var (pairs, across) = (sums, sums)
        for y in -wide...wide { add(detail, rowOf(y, height), width, into: &sums) }
        for y in 0..<height {
            spread(&sums, margin: wide, width: width)
            seventeen(sums, &pairs, &across)
            level(detail, y * width, across, count: width, into: &levels)
            subtract(detail, rowOf(y - wide, height), width, from: &sums)
            add(detail, rowOf(y + wide + 1, height), width, into: &sums)
        }
        return GrayPlane(width: width, height: height, values: levels)
    }

    private static func rowOf(_ y: Int, _ height: Int) -> Int { min(max(y, 0), height - 1) }

    /// 49 times the level less the sum of 7x7, over eight.
    private static func detail(of gray: GrayPlane) -> [Int16] {
        let (width, height) = (gray.width, gray.height)
        var detail = [Int16](repeating: 0, count: width * height)
        var sums = [Int16](repeating: 0, count: width + 2 * near)
        var (pairs, fours) = (sums, sums)
        for y in -near...near { change(&sums, gray.values, rowOf(y, height) * width, width, by: 1) }
        for y in 0..<height {
            differ(&sums, &pairs, &fours, gray.values, y * width, width, into: &detail)
            change(&sums, gray.values, rowOf(y - near, height) * width, width, by: -1)
            change(&sums, gray.values, rowOf(y + near + 1, height) * width, width, by: 1)
        }
        return detail
    }

    private static func change(_ sums: inout [Int16], _ plane: [UInt8], _ start: Int, _ width: Int, by sign: Int16) {
        var all = sums.mutableSpan
        var out = all._mutatingExtracting(near..<near + width)
        change(plane.span.extracting(start..<start + width), by: sign, &out)
    }

    private static func change(_ row: Span<UInt8>, by sign: Int16, _ out: inout MutableSpan<Int16>) {
        let n = out.count
        precondition(row.count == n, "rows of different lengths")
        for i in 0..<n { out[i] &+= sign &* Int16(row[i]) }
    }

    /// INVARIANT: a column of seven sums to 1,785, a window to 12,495: 16 bits hold both, and their difference.
    private static func differ(
        _ sums: inout [Int16],
        _ pairs: inout [Int16],
        _ fours: inout [Int16],
        _ plane: [UInt8],
        _ start: Int,
        _ width: Int,
        into detail: inout [Int16]
    ) {
        for i in 0..<near {
            sums[i] = sums[near]
            sums[near + width + i] = sums[near + width - 1]
        }
        addNeighbours(sums, 1, into: &pairs)
        addNeighbours(pairs, 2, into: &fours)
        let (four, two, one) = (fours.span, pairs.span, sums.span)
        var all = detail.mutableSpan
        var out = all._mutatingExtracting(start..<start + width)
        Self.detail(
            plane.span.extracting(start..<start + width),
            four.extracting(0..<width),
            two.extracting(4..<4 + width),
            one.extracting(6..<6 + width),
            into: &out
        )
    }

    private static func detail(
        _ levels: Span<UInt8>,
        _ four: Span<Int16>,
        _ two: Span<Int16>,
        _ one: Span<Int16>,
        into out: inout MutableSpan<Int16>
    ) {
        let n = out.count
        precondition(levels.count == n && four.count == n && two.count == n && one.count == n, "different lengths")
        for i in 0..<n { out[i] = (Int16(levels[i]) &* 49 &- (four[i] &+ two[i] &+ one[i])) &>> 3 }
    }

    /// Each number and the one `step` after it; the last places keep what they have.
    private static func addNeighbours(_ source: [Int16], _ step: Int, into target: inout [Int16]) {
        let count = source.count - step
        let (a, b) = (source.span.extracting(0..<count), source.span.extracting(step..<step + count))
        var all = target.mutableSpan
        var out = all._mutatingExtracting(0..<count)
        sums(a, b, into: &out)
    }

    private static func sums(_ a: Span<Int16>, _ b: Span<Int16>, into out: inout MutableSpan<Int16>) {
        let n = out.count
        precondition(a.count == n && b.count == n, "rows of different lengths")
        for i in 0..<n { out[i] = a[i] &+ b[i] }
    }

    private static func add(_ detail: [Int16], _ row: Int, _ width: Int, into sums: inout [Int32]) {
        var all = sums.mutableSpan
        var out = all._mutatingExtracting(wide..<wide + width)
        addSquares(detail.span.extracting(row * width..<(row + 1) * width), to: &out)
    }

    private static func addSquares(_ row: Span<Int16>, to out: inout MutableSpan<Int32>) {
        let n = out.count
        precondition(row.count == n, "rows of different lengths")
        for i in 0..<n { out[i] &+= Int32(row[i]) &* Int32(row[i]) }
    }

    private static func subtract(_ detail: [Int16], _ row: Int, _ width: Int, from sums: inout [Int32]) {
        var all = sums.mutableSpan
        var out = all._mutatingExtracting(wide..<wide + width)
        subtractSquares(detail.span.extracting(row * width..<(row + 1) * width), from: &out)
    }

    private static func subtractSquares(_ row: Span<Int16>, from out: inout MutableSpan<Int32>) {
        let n = out.count
        precondition(row.count == n, "rows of different lengths")
        for i in 0..<n { out[i] &-= Int32(row[i]) &* Int32(row[i]) }
    }

    private static func spread(_ sums: inout [Int32], margin: Int, width: Int) {
        for i in 0..<margin {
            sums[i] = sums[margin]
            sums[margin + width + i] = sums[margin + width - 1]
        }
    }

    /// Sums of seventeen neighbours into the first places of `fours`, by doubling.
    private static func seventeen(_ sums: [Int32], _ pairs: inout [Int32], _ fours: inout [Int32]) {
        addNeighbours(sums, 1, into: &pairs)
        addNeighbours(pairs, 2, into: &fours)
        addNeighbours(fours, 4, into: &pairs)
        addNeighbours(pairs, 8, into: &fours)
        let count = sums.count - 2 * wide
        var all = fours.mutableSpan
        var out = all._mutatingExtracting(0..<count)
        addOne(sums.span.extracting(2 * wide..<2 * wide + count), to: &out)
    }

    private static func addNeighbours(_ source: [Int32], _ step: Int, into target: inout [Int32]) {
        let count = source.count - step
        let (a, b) = (source.span.extracting(0..<count), source.span.extracting(step..<step + count))
        var all = target.mutableSpan
        var out = all._mutatingExtracting(0..<count)
        Self.sums(a, b, into: &out)
    }

    private static func sums(_ a: Span<Int32>, _ b: Span<Int32>, into out: inout MutableSpan<Int32>) {
        let n = out.count
        precondition(a.count == n && b.count == n, "rows of different lengths")
        for i in 0..<n { out[i] = a[i] &+ b[i] }
    }

    private static func addOne(_ row: Span<Int32>, to out: inout MutableSpan<Int32>) {
        let n = out.count
        precondition(row.count == n, "rows of different lengths")
        for i in 0..<n { out[i] &+= row[i] }
    }

    private static func level(
        _ detail: [Int16],
        _ start: Int,
        _ squares: [Int32],
        count: Int,
        into levels: inout [UInt8]
    ) {
        var all = levels.mutableSpan
        var out = all._mutatingExtracting(start..<start + count)
        level(detail.span.extracting(start..<start + count), squares.span.extracting(0..<count), into: &out)
    }

    private static func level(_ detail: Span<Int16>, _ squares: Span<Int32>, into out: inout MutableSpan<UInt8>) {
        let n = out.count
        precondition(detail.count == n && squares.count == n, "rows of different lengths")
        for i in 0..<n {
            let power = Float(squares[i]) * (unit * unit / 289)
            let level = 24 * unit * Float(detail[i]) / (power * Rounding.inverseRoot(power) + 1.5)
            out[i] = UInt8(truncatingIfNeeded: Rounding.integer(min(max(level, -128), 127)) &+ 128)
        }
    }
}
