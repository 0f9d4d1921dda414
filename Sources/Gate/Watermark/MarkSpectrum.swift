/// A picture's spectrum as marks are looked for in it: how far each frequency stands out from its neighbours.
///
/// Half of it: a real picture's is symmetric about (0, 0). Horizontal frequencies are rows, the frequency 0 in the middle one,
/// vertical ones from 0 are columns.
struct MarkSpectrum: Sendable {
    /// Shorter pictures hold no frequencies worth a look.
    static let least = 64

    /// Size of the picture that was transformed: multiples of eight.
    let width: Int
    let height: Int
    /// Numbers in a row.
    let stride: Int
    /// In fiftieths of a standard deviation of the neighbours, at most 125, each the greatest of its 3x3.
    let values: [Int8]
    /// Of all `values`.
    let mean: Double
    let deviation: Double

    /// nil when a side is below 64.
    init?(_ gray: GrayPlane) {
        guard min(gray.width, gray.height) >= Self.least else { return nil }
        let plane = WhitenedPlane.plane(gray).middle(
            width: Self.convenient(gray.width),
            height: Self.convenient(gray.height)
        )
        (width, height) = (plane.width, plane.height)
        let columns = height / 2 + 1
        stride = columns
        let standing = StandingOut(Self.logarithms(plane), rows: width, columns: columns)
        values = standing.values
        (mean, deviation) = (standing.moments.mean, max(standing.moments.deviation, 1e-3))
    }

    /// The greatest length a transform takes with ease: a multiple of eight without factors above five.
    private static func convenient(_ side: Int) -> Int {
        var length = side / 8 * 8
        while length > 8 {
            var rest = length
            for prime in [2, 3, 5] { while rest % prime == 0 { rest /= prime } }
            if rest == 1 { break }
            length -= 8
        }
        return length
    }

    /// Of the energies, to base 2: rows of horizontal frequencies.
    private static func logarithms(_ plane: GrayPlane) -> [Float] {
        let (width, columns) = (plane.width, plane.height / 2 + 1)
        var result = [Float](repeating: 0, count: width * columns)
        let spectrum = WindowedColumns(plane).transformed()
        let plan = FourierTransform(count: width)
        var scratch = [ComplexLanes](repeating: .zero, count: width)
        var block = spectrum.empty()
        for index in 0..<spectrum.blocks {
            spectrum.copy(index, into: &block)
            plan.transform(&block, scratch: &scratch)
            store(block, index, columns: columns, into: &result)
        }
        logarithms(of: &result)
        return result
    }

    private static func store(_ block: [ComplexLanes], _ index: Int, columns: Int, into out: inout [Float]) {
        let source = block.span
        var target = out.mutableSpan
        let (width, middle) = (source.count, source.count / 2)
        let count = min(8, columns - 8 * index)
        for x in 0..<width {
            let energy = source[x].re * source[x].re + source[x].im * source[x].im
            let to = (x < middle ? x &+ middle : x &- middle) &* columns &+ 8 &* index
            for lane in 0..<count { target[to &+ lane] = energy[lane] }
        }
    }

    /// Off by 1e-5 at most: a polynomial through the ends of an octave.
    private static func logarithms(of values: inout [Float]) {
        var out = values.mutableSpan
        for i in 0..<out.count {
            let bits = (out[i] + 1e-3).bitPattern
            let m = Float(bitPattern: bits & 0x7F_FFFF | 0x3F80_0000)
            var sum: Float = -0.034436006
            sum = sum * m + 0.31821337
            sum = sum * m - 1.2315303
            sum = sum * m + 2.5988452
            sum = sum * m - 3.3241990
            sum = sum * m + 3.1157899
            out[i] = sum * (m - 1) + Float(Int32(truncatingIfNeeded: bits &>> 23) &- 127)
        }
    }
}

extension GrayPlane {
    /// The middle of it.
    fileprivate func middle(width toWidth: Int, height toHeight: Int) -> GrayPlane {
        guard toWidth != width || toHeight != height else { return self }
        let (left, top) = ((width - toWidth) / 2, (height - toHeight) / 2)
        var out: [UInt8] = []
        out.reserveCapacity(toWidth * toHeight)
        for y in top..<top + toHeight {
            let start = y * width + left
            out += values[start..<start + toWidth]
        }
        return GrayPlane(width: toWidth, height: toHeight, values: out)
    }
}
