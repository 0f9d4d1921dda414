extension RGBImage {
    /// The picture scaled down so that its longer side is `side`; itself when it fits already. Each target pixel is the
    /// mean of the source area it covers, as OpenCV's INTER_AREA computes it.
    package func fitted(to side: Int) -> RGBImage {
        let longer = max(width, height)
        guard longer > side else { return self }
        let factor = Double(side) / Double(longer)
        func scaled(_ length: Int) -> Int { max(1, Int((Double(length) * factor).rounded(.toNearestOrEven))) }
        let (toWidth, toHeight) = (scaled(width), scaled(height))
        // Halving rounds halves up where every other ratio rounds them to even: OpenCV has a separate path for it.
        if width == 2 * toWidth && height == 2 * toHeight { return halved() }
        return AreaScaling(from: self, toWidth: toWidth, toHeight: toHeight).image
    }

    private func halved() -> RGBImage {
        let (w, h) = (width / 2, height / 2)
        var out = [UInt8](repeating: 0, count: w * h * 3)
        var target = out.mutableSpan
        for y in 0..<h {
            let upper = pixels.span.extracting(2 * y * width * 3..<(2 * y + 1) * width * 3)
            let lower = pixels.span.extracting((2 * y + 1) * width * 3..<(2 * y + 2) * width * 3)
            for x in 0..<w {
                for c in 0..<3 {
                    let i = 6 &* x &+ c
                    let top = UInt16(upper[i]) &+ UInt16(upper[i &+ 3])
                    let bottom = UInt16(lower[i]) &+ UInt16(lower[i &+ 3])
                    target[(y &* w &+ x) &* 3 &+ c] = UInt8(truncatingIfNeeded: (top &+ bottom &+ 2) &>> 2)
                }
            }
        }
        return RGBImage(width: w, height: h, pixels: out)
    }
}

/// A reduction by area means, columns of rows first because that direction runs over adjacent bytes.
private struct AreaScaling {
    /// For each target cell the source cells it covers and their shares, which add up to 1.
    private struct Cells {
        /// Cell `i` owns the parts `starts[i]..<starts[i + 1]`.
        var starts: [Int] = [0]
        var sources: [Int] = []
        var weights: [Float] = []
    }

    let image: RGBImage

    init(from source: RGBImage, toWidth: Int, toHeight: Int) {
        let across = Self.cells(from: source.width, to: toWidth)
        let down = Self.cells(from: source.height, to: toHeight)
        let rowLength = source.width * 3
        var row = [Float](repeating: 0, count: rowLength)
        var out = [UInt8](repeating: 0, count: toWidth * toHeight * 3)
        let pixels = source.pixels.span
        for y in 0..<toHeight {
            for part in down.starts[y]..<down.starts[y + 1] {
                var sums = row.mutableSpan
                let start = down.sources[part] * rowLength
                let first = part == down.starts[y]
                Self.accumulate(pixels.extracting(start..<start + rowLength), down.weights[part], first, into: &sums)
            }
            let sums = row.span
            for x in 0..<toWidth {
                var red: Float = 0
                var green: Float = 0
                var blue: Float = 0
                for part in across.starts[x]..<across.starts[x + 1] {
                    let i = across.sources[part] &* 3
                    let weight = across.weights[part]
                    red += sums[i] * weight
                    green += sums[i &+ 1] * weight
                    blue += sums[i &+ 2] * weight
                }
                let to = (y * toWidth + x) * 3
                out[to] = Self.level(red)
                out[to + 1] = Self.level(green)
                out[to + 2] = Self.level(blue)
            }
        }
        image = RGBImage(width: toWidth, height: toHeight, pixels: out)
    }

    private static func level(_ value: Float) -> UInt8 {
        UInt8(min(max(value.rounded(.toNearestOrEven), 0), 255))
    }

    private static func accumulate(
        _ row: Span<UInt8>,
        _ weight: Float,
        _ first: Bool,
        into sums: inout MutableSpan<Float>
    ) {
        let count = row.count
        precondition(sums.count == count, "rows of different lengths")
        if first {
            for i in 0..<count { sums[i] = Float(row[i]) * weight }
        } else {
            for i in 0..<count { sums[i] += Float(row[i]) * weight }
        }
    }

    private static func cells(from: Int, to: Int) -> Cells {
        let scale = Double(from) / Double(to)
        var cells = Cells()
        for cell in 0..<to {
            let start = Double(cell) * scale
            let end = min(start + scale, Double(from))
            let width = min(scale, Double(from) - start)
            let firstWhole = Int(start.rounded(.up))
            let endWhole = max(firstWhole, Int(end.rounded(.down)))
            // Slivers below a thousandth are rounding, not area.
            if Double(firstWhole) - start > 1e-3 {
                cells.sources.append(firstWhole - 1)
                cells.weights.append(Float((Double(firstWhole) - start) / width))
            }
            for source in firstWhole..<endWhole {
                cells.sources.append(source)
                cells.weights.append(Float(1 / width))
            }
            if end - Double(endWhole) > 1e-3 {
                cells.sources.append(endWhole)
                cells.weights.append(Float(min(min(end - Double(endWhole), 1), width) / width))
            }
            cells.starts.append(cells.sources.count)
        }
        return cells
    }
}
