extension GrayPlane {
    /// The plane at another size: by area means along a side that shrinks, linearly between pixel centres along one that
    /// grows.
    package func resized(width toWidth: Int, height toHeight: Int) -> GrayPlane {
        guard toWidth != width || toHeight != height else { return self }
        let across = Resampling(from: width, to: toWidth)
        let down = Resampling(from: height, to: toHeight)
        var middle = [Float](repeating: 0, count: toWidth * height)
        let source = values.span
        var rows = middle.mutableSpan
        for y in 0..<height {
            for x in 0..<toWidth {
                var sum: Float = 0
                for part in across.starts[x]..<across.starts[x + 1] {
                    sum += Float(source[y &* width &+ across.sources[part]]) * across.weights[part]
                }
                rows[y &* toWidth &+ x] = sum
            }
        }
        var sums = [Float](repeating: 0, count: toWidth)
        var out: [UInt8] = []
        out.reserveCapacity(toWidth * toHeight)
        for y in 0..<toHeight {
            for x in 0..<toWidth { sums[x] = 0 }
            for part in down.starts[y]..<down.starts[y + 1] {
                let (from, weight) = (down.sources[part] * toWidth, down.weights[part])
                for x in 0..<toWidth { sums[x] += middle[from &+ x] * weight }
            }
            for x in 0..<toWidth { out.append(UInt8(min(max(sums[x].rounded(), 0), 255))) }
        }
        return GrayPlane(width: toWidth, height: toHeight, values: out)
    }
}

/// Which pixels along one side make up each new one, and their shares, which add up to 1.
private struct Resampling {
    /// New pixel `i` owns the parts `starts[i]..<starts[i + 1]`.
    var starts: [Int] = [0]
    var sources: [Int] = []
    var weights: [Float] = []

    init(from: Int, to: Int) {
        let scale = Double(from) / Double(to)
        for pixel in 0..<to {
            if scale > 1 {
                let (start, end) = (Double(pixel) * scale, Double(pixel + 1) * scale)
                for source in Int(start)..<min(from, Int(end.rounded(.up))) {
                    let share = min(end, Double(source + 1)) - max(start, Double(source))
                    guard share > 1e-9 else { continue }
                    sources.append(source)
                    weights.append(Float(share / scale))
                }
            } else {
                let place = min(max((Double(pixel) + 0.5) * scale - 0.5, 0), Double(from - 1))
                let low = min(Int(place), max(from - 2, 0))
                sources += [low, min(low + 1, from - 1)]
                weights += [Float(1 - (place - Double(low))), Float(place - Double(low))]
            }
            starts.append(sources.count)
        }
    }
}
