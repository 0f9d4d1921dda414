/// Mean spectral energy by cells of 1/32 cycle a pixel both ways: coarse enough to be steady, fine enough to tell in which
/// directions detail is missing.
struct SpectrumCells: Sendable {
    /// Cells along each half axis, 0...0.5 cycles a pixel.
    static let side = 16

    private let width: Int
    private let height: Int
    /// Energy of vertical cell `i` and horizontal cell `j` at `16 i + j`: slopes that rise to the right, and those that fall.
    private var rising: [Double]
    private var falling: [Double]
    /// Points of the spectrum in each.
    private var points: [Double]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        rising = [Double](repeating: 0, count: Self.side * Self.side)
        falling = rising
        points = rising
    }

    /// Horizontal frequencies of a column of cells.
    func columns(_ cell: Int) -> Range<Int> {
        func first(_ cell: Int) -> Int { (cell * width + 2 * Self.side - 1) / (2 * Self.side) }
        return first(cell)..<(cell == Self.side - 1 ? width / 2 + 1 : first(cell + 1))
    }

    /// Adds what a column of cells holds of eight rows.
    mutating func add(_ own: Lanes, _ other: Lanes, column: Int, firstRow: Int) {
        let count = Double(columns(column).count)
        for lane in 0..<8 where firstRow + lane <= height / 2 {
            let row = min((firstRow + lane) * 2 * Self.side / height, Self.side - 1)
            let cell = row * Self.side + column
            rising[cell] += Double(own[lane])
            falling[cell] += Double(other[lane])
            points[cell] += count
        }
    }

    /// Mean energy over a ring of frequencies `from..<to` (cycles a pixel) in twelve sectors of 15 degrees, the first
    /// along the rows; for a white plane of variance v it is v times the window's energy. 0 where no cell's centre falls.
    func sectors(from: Double, to: Double) -> [Double] {
        var sums = [Double](repeating: 0, count: 12)
        var counts = sums
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                let cell = row * Self.side + column
                let (y, x) = (Double(row) + 0.5, Double(column) + 0.5)
                let radius = (x * x + y * y).squareRoot() / Double(2 * Self.side)
                guard radius >= from, radius < to, points[cell] > 0 else { continue }
                let sector = Orientations.sector(2 * column + 1, 2 * row + 1)
                sums[sector] += rising[cell]
                counts[sector] += points[cell]
                let mirrored = (12 - sector) % 12
                sums[mirrored] += falling[cell]
                counts[mirrored] += points[cell]
            }
        }
        return zip(sums, counts).map { $1 > 0 ? $0 / $1 : 0 }
    }
}
