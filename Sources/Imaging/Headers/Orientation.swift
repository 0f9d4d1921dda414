/// How a stored picture becomes upright, as EXIF numbers it: mirrored left to right or not, then turned clockwise.
struct Orientation: Hashable {
    private var isMirrored = false
    /// Quarter turns clockwise, 0...3.
    private var quarters = 0

    static let upright = Orientation()

    /// Turns what was upright so far clockwise.
    mutating func turn(quarters more: Int) { quarters = (quarters + more) & 3 }

    /// Exchanges left and right of what was upright so far, or else top and bottom.
    mutating func mirror(leftRight: Bool) {
        isMirrored.toggle()
        quarters = (leftRight ? -quarters : 2 - quarters) & 3
    }

    /// 1...8
    var exif: Int { isMirrored ? [2, 7, 4, 5][quarters] : [1, 6, 3, 8][quarters] }
}
