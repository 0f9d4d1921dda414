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

    /// At another size, whatever the shape: by area means, or by the nearest pixels when a side has to grow.
    package func scaled(width toWidth: Int, height toHeight: Int) -> RGBImage {
        guard toWidth <= width && toHeight <= height else {
            return nearest(width: toWidth, height: toHeight)
        }
        return AreaScaling(from: self, toWidth: toWidth, toHeight: toHeight).image
    }

    private func nearest(width toWidth: Int, height toHeight: Int) -> RGBImage {
        var out: [UInt8] = []
        out.reserveCapacity(toWidth * toHeight * 3)
        for y in 0..<toHeight {
            for x in 0..<toWidth {
                let i = (y * height / toHeight * width + x * width / toWidth) * 3
                out += pixels[i..<i + 3]
            }
        }
        return RGBImage(width: toWidth, height: toHeight, pixels: out)
    }

    private func halved() -> RGBImage {
        let (w, h) = (width / 2, height / 2)
        var out = [UInt8](repeating: 0, count: w * h * 3)
        var sums = [UInt16](repeating: 0, count: width * 3)
        let source = pixels.span
        for y in 0..<h {
            let start = 2 * y * width * 3
            var columns = sums.mutableSpan
            let length = width * 3
            Self.add(
                source.extracting(start..<start + length),
                source.extracting(start + length..<start + 2 * length),
                &columns
            )
            var target = out.mutableSpan
            var row = target._mutatingExtracting(y * w * 3..<(y + 1) * w * 3)
            Self.pair(columns.span, into: &row)
        }
        return RGBImage(width: w, height: h, pixels: out)
    }

    private static func add(_ upper: Span<UInt8>, _ lower: Span<UInt8>, _ out: inout MutableSpan<UInt16>) {
        let n = out.count
        precondition(upper.count == n && lower.count == n, "rows of different lengths")
        for i in 0..<n { out[i] = UInt16(upper[i]) &+ UInt16(lower[i]) }
    }

    private static func pair(_ sums: Span<UInt16>, into out: inout MutableSpan<UInt8>) {
        let n = out.count / 3
        precondition(sums.count == 6 * n && out.count == 3 * n, "rows of different lengths")
        for x in 0..<n {
            let (i, o) = (6 &* x, 3 &* x)
            out[o] = UInt8(truncatingIfNeeded: (sums[i] &+ sums[i &+ 3] &+ 2) &>> 2)
            out[o &+ 1] = UInt8(truncatingIfNeeded: (sums[i &+ 1] &+ sums[i &+ 4] &+ 2) &>> 2)
            out[o &+ 2] = UInt8(truncatingIfNeeded: (sums[i &+ 2] &+ sums[i &+ 5] &+ 2) &>> 2)
        }
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
            var target = out.mutableSpan
            var line = target._mutatingExtracting(y * toWidth * 3..<(y + 1) * toWidth * 3)
            Self.gather(row.span, across, into: &line)
        }
        image = RGBImage(width: toWidth, height: toHeight, pixels: out)
    }

    private static func gather(_ sums: Span<Float>, _ across: Cells, into out: inout MutableSpan<UInt8>) {
        let starts = across.starts.span
        let sources = across.sources.span
        let weights = across.weights.span
        for x in 0..<starts.count - 1 {
            var sum = SIMD4<Float>.zero
            for part in starts[x]..<starts[x &+ 1] {
                let i = sources[part] &* 3
                sum += SIMD4(sums[i], sums[i &+ 1], sums[i &+ 2], 0) * weights[part]
            }
            out[3 &* x] = level(sum.x)
            out[3 &* x &+ 1] = level(sum.y)
            out[3 &* x &+ 2] = level(sum.z)
        }
    }

    /// The nearest level, of two the even one.
    private static func level(_ value: Float) -> UInt8 {
        UInt8(truncatingIfNeeded: Rounding.integer(min(max(value, 0), 255)))
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
