/// Pixels counted and added up by the upper five bits of each channel. The grid has one empty bin around it, so that a
/// cube of neighbours needs no edge cases.
struct ColorHistogram: Sendable {
    struct Sums: Sendable {
        var count = 0
        var red = 0
        var green = 0
        var blue = 0
    }

    private static let side = 34
    private var counts = [Int32](repeating: 0, count: side * side * side)
    private var red = [Int32](repeating: 0, count: side * side * side)
    private var green = [Int32](repeating: 0, count: side * side * side)
    private var blue = [Int32](repeating: 0, count: side * side * side)
    /// Bins with at least one pixel, in ascending order.
    private var occupied: [Int] = []

    /// INVARIANT: at most 2^23 pixels, so a bin's sums fit 31 bits.
    init(_ image: RGBImage) {
        let rgb = image.pixels.span
        precondition(rgb.count / 3 <= 1 << 23, "a picture too large to count")
        for i in 0..<rgb.count / 3 {
            let (r, g, b) = (Int(rgb[3 &* i]), Int(rgb[3 &* i &+ 1]), Int(rgb[3 &* i &+ 2]))
            let bin = Self.bin(r &>> 3, g &>> 3, b &>> 3)
            counts[bin] &+= 1
            red[bin] &+= Int32(r)
            green[bin] &+= Int32(g)
            blue[bin] &+= Int32(b)
        }
        for bin in counts.indices where counts[bin] > 0 { occupied.append(bin) }
    }

    /// Pixels in each bin that has any.
    var occupiedCounts: [Int] { occupied.map { Int(counts[$0]) } }

    private static func bin(_ red: Int, _ green: Int, _ blue: Int) -> Int {
        ((red + 1) * side + green + 1) * side + blue + 1
    }

    private static let neighbours: [Int] = (-1...1).flatMap { r in
        (-1...1).flatMap { g in (-1...1).map { b in (r * side + g) * side + b } }
    }

    /// The occupied bin whose cube of 27 holds most pixels; of equals the one that holds most itself, then the first.
    func heaviestCube() -> Int? {
        var best: (bin: Int, mass: Int32, own: Int32)?
        for bin in occupied where counts[bin] > 0 {
            var mass: Int32 = 0
            for offset in Self.neighbours { mass &+= counts[bin + offset] }
            let own = counts[bin]
            if let found = best, (mass, own) <= (found.mass, found.own) { continue }
            best = (bin, mass, own)
        }
        return best?.bin
    }

    /// Takes the cube's pixels out and returns their sums.
    mutating func take(around bin: Int) -> Sums {
        var sums = Sums()
        for offset in Self.neighbours {
            let at = bin + offset
            sums.count += Int(counts[at])
            sums.red += Int(red[at])
            sums.green += Int(green[at])
            sums.blue += Int(blue[at])
            counts[at] = 0
            red[at] = 0
            green[at] = 0
            blue[at] = 0
        }
        return sums
    }
}
