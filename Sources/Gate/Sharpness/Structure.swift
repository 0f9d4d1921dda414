/// First and second differences of a gray picture, one pass over its rows, everything in integers.
struct Structure: Sendable {
    let width: Int
    let height: Int
    /// The picture with a border.
    let padded: SignedPlane
    /// Squared length of the Sobel gradient, `gx^2 + gy^2`, with kernels that add up to 8: a slope of one level a pixel
    /// is 64.
    let gradient: [Int32]
    /// Variance of the 4-neighbour Laplacian of gray 0...1.
    let laplacianVariance: Double
    /// Means of the fourth (0 unless asked for) and the second power of the Laplacian of gray 0...1.
    let laplacianMoments: (fourth: Double, second: Double)
    /// Standard deviation of the noise, gray 0...1.
    let noise: Double

    /// The greatest of `gradient`.
    var steepest: Int32 {
        let squares = gradient.span
        var most: Int32 = 0
        for i in 0..<squares.count { most = max(most, squares[i]) }
        return most
    }

    /// `withFourth`: whether the fourth power is wanted.
    init(_ gray: GrayPlane, withFourth: Bool = false) {
        padded = SignedPlane(gray)
        width = gray.width
        height = gray.height
        var squares = [Int32](repeating: 0, count: width * height)
        var laplacian = LaplacianSums(withFourth: withFourth)
        var residual = NoiseTiles(width: width, height: height)
        var row = [Int16](repeating: 0, count: width)
        var out = squares.mutableSpan
        for y in 0..<height {
            padded.gradients(y, into: &out, at: y * width)
            var differences = row.mutableSpan
            padded.laplacians(y, into: &differences)
            laplacian.add(differences.span)
            padded.residuals(y, into: &differences)
            residual.add(differences.span, y: y)
        }
        gradient = squares
        laplacianVariance = laplacian.variance(count: width * height)
        laplacianMoments = laplacian.moments(count: width * height)
        noise = residual.sigma
    }
}
