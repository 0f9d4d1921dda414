/// Separable blurs with small binomial kernels, mirrored at the edges. Between them they replace Gaussians: five taps
/// are a sigma of 1, and taps set `spacing` pixels apart widen it to `spacing`.
struct BinomialBlur {
    enum Kernel {
        /// 1 2 1.
        case three
        /// 1 4 6 4 1, its taps `spacing` apart.
        case five(spacing: Int)
    }

    private let width: Int
    private let height: Int
    private let centre: Float
    private let inner: Float
    private let outer: Float
    private let spacing: Int

    init(width: Int, height: Int, kernel: Kernel) {
        self.width = width
        self.height = height
        switch kernel {
        case .three: (centre, inner, outer, spacing) = (0.5, 0.25, 0, 1)
        case .five(let spacing): (centre, inner, outer, self.spacing) = (0.375, 0.25, 0.0625, spacing)
        }
    }

    func blurred(_ plane: [Float]) -> [Float] {
        precondition(plane.count == width * height, "a plane of another size")
        var result = plane
        var padded = [Float](repeating: 0, count: width + 4 * spacing)
        var mixed = [Float](repeating: 0, count: width)
        let source = plane.span
        var target = result.mutableSpan
        for y in 0..<height {
            var row = mixed.mutableSpan
            mixRows(source, around: y, into: &row)
            pad(row.span, into: &padded)
            mixColumns(padded.span, into: &target, at: y * width)
        }
        return result
    }

    private func mixRows(_ source: Span<Float>, around y: Int, into out: inout MutableSpan<Float>) {
        let width = self.width
        func start(_ offset: Int) -> Int { Border.mirrored(y + offset * spacing, count: height) * width }
        let (s0, s1, s2, s3, s4) = (start(-2), start(-1), start(0), start(1), start(2))
        let a = source.extracting(s0..<s0 + width)
        let b = source.extracting(s1..<s1 + width)
        let c = source.extracting(s2..<s2 + width)
        let d = source.extracting(s3..<s3 + width)
        let e = source.extracting(s4..<s4 + width)
        let (centre, inner, outer) = (self.centre, self.inner, self.outer)
        for x in 0..<width { out[x] = c[x] * centre + (b[x] + d[x]) * inner + (a[x] + e[x]) * outer }
    }

    private func pad(_ row: Span<Float>, into padded: inout [Float]) {
        let margin = 2 * spacing
        var out = padded.mutableSpan
        for x in 0..<width { out[margin &+ x] = row[x] }
        for i in 1...margin {
            out[margin - i] = row[Border.mirrored(-i, count: width)]
            out[margin + width - 1 + i] = row[Border.mirrored(width - 1 + i, count: width)]
        }
    }

    private func mixColumns(_ row: Span<Float>, into out: inout MutableSpan<Float>, at start: Int) {
        let step = spacing
        let count = width
        let (centre, inner, outer) = (self.centre, self.inner, self.outer)
        precondition(step > 0 && start >= 0 && start + count <= out.count, "a row outside the plane")
        let a = row.extracting(0..<count)
        let b = row.extracting(step..<step + count)
        let c = row.extracting(2 * step..<2 * step + count)
        let d = row.extracting(3 * step..<3 * step + count)
        let e = row.extracting(4 * step..<4 * step + count)
        for x in 0..<count { out[start &+ x] = c[x] * centre + (b[x] + d[x]) * inner + (a[x] + e[x]) * outer }
    }
}
