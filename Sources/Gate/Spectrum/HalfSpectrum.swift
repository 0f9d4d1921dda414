/// Half of a spectrum between the two passes: blocks of eight vertical frequencies as lanes, one element a column.
struct HalfSpectrum {
    let width: Int
    private let height: Int
    /// Of eight vertical frequencies; those beyond the half are zero.
    let blocks: Int
    /// Elements a block takes: whole sixteens of columns.
    private let stride: Int
    private var values: [ComplexLanes]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        blocks = height / 2 / 8 + 1
        stride = (width + 15) / 16 * 16
        values = [ComplexLanes](repeating: .zero, count: stride * blocks)
    }

    /// A block to copy into.
    func empty() -> [ComplexLanes] { [ComplexLanes](repeating: .zero, count: width) }

    func copy(_ block: Int, into target: inout [ComplexLanes]) {
        let start = block * stride
        let source = values.span.extracting(start..<start + width)
        var out = target.mutableSpan
        precondition(out.count == source.count, "a block of another width")
        for x in 0..<source.count { out[x] = source[x] }
    }

    /// Takes sixteen columns that were transformed two in one: separates them (even part of the complex spectrum and odd
    /// part), and turns a frequency an element and a column a lane into the reverse.
    mutating func unpack(_ signal: [ComplexLanes], column: Int) {
        let (blocks, height, stride) = (self.blocks, self.height, self.stride)
        let source = signal.span
        var target = values.mutableSpan
        for block in 0..<blocks {
            var pair = SeparatedBlock(source, from: 8 * block, height: height)
            pair.turn()
            pair.store(into: &target, at: block * stride + column)
        }
    }
}

/// Eight frequencies of two times eight columns.
private struct SeparatedBlock {
    private var evenRe: LaneSquare
    private var evenIm: LaneSquare
    private var oddRe: LaneSquare
    private var oddIm: LaneSquare

    @inline(__always)
    init(_ signal: Span<ComplexLanes>, from first: Int, height: Int) {
        @inline(__always)
        func pair(_ k: Int) -> (ComplexLanes, ComplexLanes) {
            guard k <= height / 2 else { return (.zero, .zero) }
            let a = signal[k]
            let b = signal[k == 0 ? 0 : height &- k]
            return (
                ComplexLanes(re: (a.re + b.re) * 0.5, im: (a.im - b.im) * 0.5),
                ComplexLanes(re: (a.im + b.im) * 0.5, im: (b.re - a.re) * 0.5)
            )
        }
        let (a, b, c, d) = (pair(first), pair(first &+ 1), pair(first &+ 2), pair(first &+ 3))
        let (e, f, g, h) = (pair(first &+ 4), pair(first &+ 5), pair(first &+ 6), pair(first &+ 7))
        evenRe = LaneSquare(rows: (a.0.re, b.0.re, c.0.re, d.0.re, e.0.re, f.0.re, g.0.re, h.0.re))
        evenIm = LaneSquare(rows: (a.0.im, b.0.im, c.0.im, d.0.im, e.0.im, f.0.im, g.0.im, h.0.im))
        oddRe = LaneSquare(rows: (a.1.re, b.1.re, c.1.re, d.1.re, e.1.re, f.1.re, g.1.re, h.1.re))
        oddIm = LaneSquare(rows: (a.1.im, b.1.im, c.1.im, d.1.im, e.1.im, f.1.im, g.1.im, h.1.im))
    }

    @inline(__always)
    mutating func turn() {
        evenRe.turn()
        evenIm.turn()
        oddRe.turn()
        oddIm.turn()
    }

    @inline(__always)
    func store(into target: inout MutableSpan<ComplexLanes>, at start: Int) {
        Self.store(evenRe, evenIm, into: &target, at: start)
        Self.store(oddRe, oddIm, into: &target, at: start &+ 8)
    }

    @inline(__always)
    private static func store(
        _ re: LaneSquare,
        _ im: LaneSquare,
        into target: inout MutableSpan<ComplexLanes>,
        at start: Int
    ) {
        let (a, b) = (re.rows, im.rows)
        target[start] = ComplexLanes(re: a.0, im: b.0)
        target[start &+ 1] = ComplexLanes(re: a.1, im: b.1)
        target[start &+ 2] = ComplexLanes(re: a.2, im: b.2)
        target[start &+ 3] = ComplexLanes(re: a.3, im: b.3)
        target[start &+ 4] = ComplexLanes(re: a.4, im: b.4)
        target[start &+ 5] = ComplexLanes(re: a.5, im: b.5)
        target[start &+ 6] = ComplexLanes(re: a.6, im: b.6)
        target[start &+ 7] = ComplexLanes(re: a.7, im: b.7)
    }
}
