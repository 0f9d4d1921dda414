/// How much of a picture carries fine structure: paper, cloth, dot patterns, whatever repeats too finely to show at the
/// size saliency is measured at.
///
/// Pixels are averaged two by two first. That takes most of the sensor noise (standard deviation up to 3 levels stays
/// below the level) while the grain of paper, which is wider than a pixel, passes.
enum TextureShare {
    /// Root mean square slope of a tile's halved pixels above which it is textured, in gray levels a full-size pixel.
    /// Faint paper textures have 0.74 and more, flat pictures with noise of 3 levels at most 0.64.
    static let level = 0.7
    /// Side of a tile in halved pixels: 16 of the picture's own.
    private static let tile = 8

    /// Share of the picture's whole 16x16 tiles that are textured, 0...1; 0 when it is smaller than a tile.
    static func share(of gray: GrayPlane) -> Double {
        let (across, down) = (gray.width / (2 * tile), gray.height / (2 * tile))
        guard across > 0 && down > 0 else { return 0 }
        let (width, height) = (gray.width / 2, gray.height / 2)
        let halved = SignedPlane(width: width, height: height, values: sums(of: gray, width: width, height: height))
        var squares = [Int32](repeating: 0, count: width)
        var energies = [Int](repeating: 0, count: across * down)
        for y in 0..<down * tile {
            var row = squares.mutableSpan
            halved.gradients(y, into: &row, at: 0)
            let first = y / tile * across
            // INVARIANT: a square is at most 34 million here, so eight of them stay below 31 bits.
            let tiles = row.span.extracting(0..<across * tile)
            for column in 0..<across {
                var sum: Int32 = 0
                for x in 0..<tile { sum &+= tiles[column &* tile &+ x] }
                energies[first + column] &+= Int(sum)
            }
        }
        // The sums of four pixels, the kernels' 8 and the doubled pixel distance: 64 is one level a pixel.
        let least = level * level * 64 * 64 * Double(tile * tile)
        return Double(energies.count { Double($0) > least }) / Double(energies.count)
    }

    private static func sums(of gray: GrayPlane, width: Int, height: Int) -> [Int16] {
        var sums = [Int16](repeating: 0, count: width * height)
        var out = sums.mutableSpan
        let source = gray.values.span
        for y in 0..<height {
            let upper = source.extracting(2 * y * gray.width..<(2 * y + 1) * gray.width)
            let lower = source.extracting((2 * y + 1) * gray.width..<(2 * y + 2) * gray.width)
            let start = y * width
            for x in 0..<width {
                let above = Int16(upper[2 &* x]) &+ Int16(upper[2 &* x &+ 1])
                out[start &+ x] = above &+ Int16(lower[2 &* x]) &+ Int16(lower[2 &* x &+ 1])
            }
        }
        return sums
    }
}
