/// The windowed picture, transformed down its columns, sixteen at a time: two real columns travel as one complex one.
struct WindowedColumns {
    private let width: Int
    private let height: Int
    /// Windowed levels, rows of `stride`, zero beyond the last column.
    private let plane: [Float]
    private let stride: Int

    init(_ gray: GrayPlane) {
        let (width, height) = (gray.width, gray.height)
        let stride = (width + 15) / 16 * 16
        var plane = [Float](repeating: 0, count: stride * height)
        let sum = Self.sum(gray.values.span)
        let mean = Float(Double(sum) / Double(gray.values.count))
        let across = BandEnergy.hann(gray.width)
        let down = BandEnergy.hann(gray.height)
        let levels = gray.values.span
        var rows = plane.mutableSpan
        for y in 0..<height {
            var row = rows._mutatingExtracting(y * stride..<y * stride + width)
            let source = levels.extracting(y * width..<(y + 1) * width)
            RowKernels.window(source, less: mean, across.span, down[y] / 255, into: &row)
        }
        (self.width, self.height, self.stride, self.plane) = (width, height, stride, plane)
    }

    private static func sum(_ levels: Span<UInt8>) -> Int {
        var sum = 0
        for i in 0..<levels.count { sum &+= Int(levels[i]) }
        return sum
    }

    func transformed() -> HalfSpectrum {
        let plan = FourierTransform(count: height)
        var signal = [ComplexLanes](repeating: .zero, count: height)
        var scratch = signal
        var result = HalfSpectrum(width: width, height: height)
        for x in Swift.stride(from: 0, to: width, by: 16) {
            gather(x, into: &signal)
            plan.transform(&signal, scratch: &scratch)
            result.unpack(signal, column: x)
        }
        return result
    }

    /// Sixteen columns, the first eight as real parts, the others as imaginary ones.
    private func gather(_ x: Int, into signal: inout [ComplexLanes]) {
        let source = plane.span
        var target = signal.mutableSpan
        for y in 0..<target.count {
            let start = y &* stride &+ x
            target[y] = ComplexLanes(re: Lanes(source, at: start), im: Lanes(source, at: start &+ 8))
        }
    }
}
