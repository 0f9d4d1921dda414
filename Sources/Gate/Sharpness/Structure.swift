/// First and second differences of a gray picture, one pass over its rows, everything in integers.
struct Structure: Sendable {
    let width: Int
    let height: Int
    /// Squared length of the Sobel gradient, `gx^2 + gy^2`, with kernels that add up to 8: a slope of one level a pixel
    /// is 64.
    let gradient: [Int32]
    /// Variance of the 4-neighbour Laplacian of gray 0...1.
    let laplacianVariance: Double
    /// Means of the fourth and the second power of the Laplacian of gray 0...1.
    let laplacianMoments: (fourth: Double, second: Double)
    /// Standard deviation of the noise, gray 0...1.
    let noise: Double

    init(_ gray: GrayPlane) {
        let padded = SignedPlane(gray)
        width = gray.width
        height = gray.height
        var squares = [Int32](repeating: 0, count: width * height)
        var laplacian = LaplacianSums()
        var residual = NoiseTiles(width: width, height: height)
        var row = [Int16](repeating: 0, count: width)
        var out = squares.mutableSpan
        for y in 0..<height {
            let a = padded.values.span.extracting(y * padded.stride..<(y + 1) * padded.stride)
            let b = padded.values.span.extracting((y + 1) * padded.stride..<(y + 2) * padded.stride)
            let c = padded.values.span.extracting((y + 2) * padded.stride..<(y + 3) * padded.stride)
            Self.gradients(a, b, c, into: &out, at: y * width, count: width)
            var differences = row.mutableSpan
            Self.laplacians(a, b, c, into: &differences)
            laplacian.add(differences.span)
            Self.residuals(a, b, c, into: &differences)
            residual.add(differences.span, y: y)
        }
        gradient = squares
        laplacianVariance = laplacian.variance(count: width * height)
        laplacianMoments = laplacian.moments(count: width * height)
        noise = residual.sigma
    }

    private static func gradients(
        _ a: Span<Int16>,
        _ b: Span<Int16>,
        _ c: Span<Int16>,
        into out: inout MutableSpan<Int32>,
        at start: Int,
        count: Int
    ) {
        precondition(start >= 0 && count >= 0 && start + count <= out.count, "a row outside the plane")
        precondition(a.count == count + 2 && b.count == count + 2 && c.count == count + 2, "rows of another length")
        for i in 0..<count {
            let gx = (a[i &+ 2] &- a[i]) &+ ((b[i &+ 2] &- b[i]) &<< 1) &+ (c[i &+ 2] &- c[i])
            let gy = (c[i] &- a[i]) &+ ((c[i &+ 1] &- a[i &+ 1]) &<< 1) &+ (c[i &+ 2] &- a[i &+ 2])
            out[start &+ i] = Int32(gx) &* Int32(gx) &+ Int32(gy) &* Int32(gy)
        }
    }

    private static func laplacians(
        _ a: Span<Int16>,
        _ b: Span<Int16>,
        _ c: Span<Int16>,
        into out: inout MutableSpan<Int16>
    ) {
        let count = out.count
        precondition(a.count == count + 2 && b.count == count + 2 && c.count == count + 2, "rows of another length")
        for i in 0..<count {
            out[i] = a[i &+ 1] &+ c[i &+ 1] &+ b[i] &+ b[i &+ 2] &- (b[i &+ 1] &<< 2)
        }
    }

    /// |second difference across of second difference down|: blind to edges along either axis, a flat response to noise.
    private static func residuals(
        _ a: Span<Int16>,
        _ b: Span<Int16>,
        _ c: Span<Int16>,
        into out: inout MutableSpan<Int16>
    ) {
        let count = out.count
        precondition(a.count == count + 2 && b.count == count + 2 && c.count == count + 2, "rows of another length")
        for i in 0..<count {
            let left = a[i] &- (b[i] &<< 1) &+ c[i]
            let centre = a[i &+ 1] &- (b[i &+ 1] &<< 1) &+ c[i &+ 1]
            let right = a[i &+ 2] &- (b[i &+ 2] &<< 1) &+ c[i &+ 2]
            let value = left &- (centre &<< 1) &+ right
            out[i] = max(value, 0 &- value)
        }
    }
}
