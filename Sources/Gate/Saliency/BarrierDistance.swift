/// Minimum barrier distance of every pixel to the picture's border: the least difference between the highest and the
/// lowest value met on any path there. Approximated by raster scans (FastMBD, Zhang 2015), for three channels at once:
/// each takes its own best path.
struct BarrierDistance {
    private typealias Channels = SIMD4<Float>

    private let width: Int
    private let height: Int
    private var cells: [Cell]

    /// A pixel's value, and of the best path found so far the extremes and their difference.
    private struct Cell {
        let value: Channels
        var highest: Channels
        var lowest: Channels
        var distance: Channels
    }

    /// Three planes of `width * height` values.
    init(_ planes: [[Float]], width: Int, height: Int) {
        precondition(planes.count == 3 && planes.allSatisfy { $0.count == width * height }, "planes of another size")
        self.width = width
        self.height = height
        let (first, second, third) = (planes[0], planes[1], planes[2])
        var cells: [Cell] = []
        cells.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width {
                let i = y &* width &+ x
                let value = Channels(first[i], second[i], third[i], 0)
                let onBorder = x == 0 || y == 0 || x == width - 1 || y == height - 1
                let distance = Channels(repeating: onBorder ? 0 : 1e9)
                cells.append(Cell(value: value, highest: value, lowest: value, distance: distance))
            }
        }
        self.cells = cells
    }

    /// Every second pass runs backwards.
    mutating func scan(passes: Int) {
        guard width > 2 && height > 2 else { return }
        for pass in 0..<passes {
            let step = pass % 2 == 0 ? 1 : -1
            for i in 1..<height - 1 {
                Self.scanRow(y: step > 0 ? i : height - 1 - i, step: step, width: width, &cells)
            }
        }
    }

    /// Offers each pixel the paths of its neighbour above (below) and before (after) it.
    private static func scanRow(y: Int, step: Int, width: Int, _ cells: inout [Cell]) {
        var plane = cells.mutableSpan
        var i = y * width + (step > 0 ? 1 : width - 2)
        let row = step * width
        var before = plane[i &- step]
        for _ in 0..<width - 2 {
            let above = plane[i &- row]
            var cell = plane[i]
            offer(above, to: &cell)
            offer(before, to: &cell)
            plane[i] = cell
            before = cell
            i &+= step
        }
    }

    @inline(__always)
    private static func offer(_ path: Cell, to cell: inout Cell) {
        let highest = path.highest.replacing(with: cell.value, where: path.highest .< cell.value)
        let lowest = path.lowest.replacing(with: cell.value, where: path.lowest .> cell.value)
        let distance = highest - lowest
        let better = distance .< cell.distance
        cell.distance.replace(with: distance, where: better)
        cell.highest.replace(with: highest, where: better)
        cell.lowest.replace(with: lowest, where: better)
    }

    /// Where the distances, summed over the channels, exceed `limit`.
    func mask(above limit: Float) -> [Bool] {
        cells.map { $0.distance.x + $0.distance.y + $0.distance.z > limit }
    }

    /// Share of pixels whose distances, summed over the channels, exceed `limit`.
    func share(above limit: Float) -> Double {
        var count = 0
        for cell in cells where cell.distance.x + cell.distance.y + cell.distance.z > limit { count += 1 }
        return Double(count) / Double(cells.count)
    }
}
