/// Minimum barrier distance of every pixel to the picture's border: the least difference between the highest and the
/// lowest value met on any path there. Approximated by raster scans (FastMBD, Zhang 2015).
struct BarrierDistance {
    private let width: Int
    private let height: Int
    private let values: [Float]
    private var highest: [Float]
    private var lowest: [Float]
    private(set) var distance: [Float]

    init(_ values: [Float], width: Int, height: Int) {
        precondition(values.count == width * height, "a plane of another size")
        self.width = width
        self.height = height
        self.values = values
        highest = values
        lowest = values
        distance = [Float](repeating: 1e9, count: values.count)
        for x in 0..<width {
            distance[x] = 0
            distance[(height - 1) * width + x] = 0
        }
        for y in 0..<height {
            distance[y * width] = 0
            distance[(y + 1) * width - 1] = 0
        }
    }

    /// Odd passes run backwards.
    mutating func scan(passes: Int) {
        guard width > 2 && height > 2 else { return }
        for pass in 0..<passes {
            let step = pass % 2 == 0 ? 1 : -1
            for i in 1..<height - 1 {
                Self.scanRow(
                    y: step > 0 ? i : height - 1 - i,
                    step: step,
                    width: width,
                    values,
                    &highest,
                    &lowest,
                    &distance
                )
            }
        }
    }

    /// Offers each pixel the paths of its neighbour above (below) and before (after) it.
    private static func scanRow(
        y: Int,
        step: Int,
        width: Int,
        _ plane: [Float],
        _ highest: inout [Float],
        _ lowest: inout [Float],
        _ distance: inout [Float]
    ) {
        let values = plane.span
        var high = highest.mutableSpan
        var low = lowest.mutableSpan
        var best = distance.mutableSpan
        var i = y * width + (step > 0 ? 1 : width - 2)
        let row = step * width
        for _ in 0..<width - 2 {
            let value = values[i]
            let (vertical, horizontal) = (i &- row, i &- step)
            let (highV, lowV) = (max(high[vertical], value), min(low[vertical], value))
            let (highH, lowH) = (max(high[horizontal], value), min(low[horizontal], value))
            if highV - lowV < best[i] {
                best[i] = highV - lowV
                high[i] = highV
                low[i] = lowV
            }
            if highH - lowH < best[i] {
                best[i] = highH - lowH
                high[i] = highH
                low[i] = lowH
            }
            i &+= step
        }
    }
}
