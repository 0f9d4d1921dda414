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
    private static let size = side * side * side
    private var counts = [Int32](repeating: 0, count: size)
    /// Counts added up over the cube of 27 around each bin.
    private var masses: [Int32] = []
    /// Which take each bin went with, from 1; 0 when it is still there.
    private var labels = [UInt8](repeating: 0, count: size)
    private var takes: UInt8 = 0
    /// Each pixel's bin.
    private var bins: [Int32]
    /// Bins with at least one pixel, in ascending order.
    private var occupied: [Int] = []
    private let image: RGBImage

    init(_ image: RGBImage) {
        self.image = image
        bins = [Int32](repeating: 0, count: image.width * image.height)
        Self.sort(image.pixels, into: &bins, &counts)
        for bin in counts.indices where counts[bin] > 0 { occupied.append(bin) }
        masses = Self.tripled(Self.tripled(Self.tripled(counts, 1), Self.side), Self.side * Self.side)
    }

    private static func sort(_ pixels: [UInt8], into bins: inout [Int32], _ counts: inout [Int32]) {
        let rgb = pixels.span
        var place = bins.mutableSpan
        var count = counts.mutableSpan
        for i in 0..<place.count {
            let found = bin(Int(rgb[3 &* i] &>> 3), Int(rgb[3 &* i &+ 1] &>> 3), Int(rgb[3 &* i &+ 2] &>> 3))
            place[i] = Int32(truncatingIfNeeded: found)
            count[found] &+= 1
        }
    }

    /// Each number and its neighbours `step` before and after, added up; the ends have no meaning.
    private static func tripled(_ numbers: [Int32], _ step: Int) -> [Int32] {
        var sums = [Int32](repeating: 0, count: numbers.count)
        let before = numbers.span.extracting(0..<numbers.count - 2 * step)
        let here = numbers.span.extracting(step..<numbers.count - step)
        let after = numbers.span.extracting(2 * step..<numbers.count)
        var out = sums.mutableSpan
        precondition(before.count == here.count && after.count == here.count, "parts of different lengths")
        for i in 0..<here.count { out[step &+ i] = before[i] &+ here[i] &+ after[i] }
        return sums
    }

    /// Pixels in each bin that has any.
    var occupiedCounts: [Int] { occupied.map { Int(counts[$0]) } }

    /// Pixels with all channels above 247, and with all below 8: the outermost bins.
    var whitest: Int { Int(counts[Self.bin(31, 31, 31)]) }
    var blackest: Int { Int(counts[Self.bin(0, 0, 0)]) }

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
            let (mass, own) = (masses[bin], counts[bin])
            if let found = best, (mass, own) <= (found.mass, found.own) { continue }
            best = (bin, mass, own)
        }
        return best?.bin
    }

    /// Takes the cube's pixels out; `sums()` tells what they were.
    ///
    /// - Returns: how many they are.
    mutating func take(around bin: Int) -> Int {
        var taken = 0
        takes += 1
        for offset in Self.neighbours where counts[bin + offset] > 0 {
            let at = bin + offset
            taken += Int(counts[at])
            labels[at] = takes
            for neighbour in Self.neighbours { masses[at + neighbour] &-= counts[at] }
            counts[at] = 0
        }
        return taken
    }

    /// The pixels' sums of all takes so far, in their order.
    func sums() -> [Sums] {
        var sums = [Sums](repeating: Sums(), count: Int(takes) + 1)
        let rgb = image.pixels.span
        let place = bins.span
        let label = labels.span
        for i in 0..<place.count {
            let take = Int(label[Int(place[i])])
            sums[take].count &+= 1
            sums[take].red &+= Int(rgb[3 &* i])
            sums[take].green &+= Int(rgb[3 &* i &+ 1])
            sums[take].blue &+= Int(rgb[3 &* i &+ 2])
        }
        return Array(sums.dropFirst())
    }
}
