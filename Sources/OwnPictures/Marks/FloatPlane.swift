import Gate

/// One number a pixel, rows from the top.
struct FloatPlane: Sendable {
    let width: Int
    let height: Int
    var values: [Float]

    init(width: Int, height: Int, values: [Float]) {
        precondition(width > 0 && height > 0 && values.count == width * height, "a plane of a wrong size")
        self.width = width
        self.height = height
        self.values = values
    }

    init(_ gray: GrayPlane) {
        self.init(width: gray.width, height: gray.height, values: gray.values.map(Float.init))
    }

    /// Means over windows of `side` (odd) pixels, cut off at the edges.
    ///
    /// Complexity: linear, whatever the side.
    func means(side: Int) -> FloatPlane {
        let reach = side / 2
        var across = [Float](repeating: 0, count: values.count)
        for y in 0..<height { Self.slide(values, from: y * width, step: 1, count: width, reach, into: &across) }
        var result = across
        for x in 0..<width { Self.slide(across, from: x, step: width, count: height, reach, into: &result) }
        return FloatPlane(width: width, height: height, values: result)
    }

    private static func slide(
        _ plane: [Float],
        from start: Int,
        step: Int,
        count: Int,
        _ reach: Int,
        into out: inout [Float]
    ) {
        let source = plane.span
        var target = out.mutableSpan
        var sum = 0.0
        var (low, high) = (0, min(reach, count - 1))
        for i in 0...high { sum += Double(source[start &+ i &* step]) }
        for i in 0..<count {
            target[start &+ i &* step] = Float(sum / Double(high - low + 1))
            if high < count - 1 {
                high += 1
                sum += Double(source[start &+ high &* step])
            }
            if i >= reach {
                sum -= Double(source[start &+ low &* step])
                low += 1
            }
        }
    }
}
