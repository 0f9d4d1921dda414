/// The windowed picture, transformed down its columns, sixteen at a time: two real columns travel as one complex one.
struct WindowedColumns {
    private let width: Int
    private let height: Int
    private let levels: [UInt8]
    private let mean: Float
    /// Window weights, zero beyond the last column.
    private let across: [Float]
    private let down: [Float]

    init(_ gray: GrayPlane) {
        width = gray.width
        height = gray.height
        levels = gray.values
        var sum = 0
        for value in gray.values { sum &+= Int(value) }
        mean = Float(Double(sum) / Double(gray.values.count))
        across = BandEnergy.hann(gray.width) + [Float](repeating: 0, count: 16)
        down = BandEnergy.hann(gray.height)
    }

    func transformed() -> HalfSpectrum {
        let plan = FourierTransform(count: height)
        var signal = [ComplexLanes](repeating: .zero, count: height)
        var scratch = signal
        var row = [Float](repeating: 0, count: 16)
        var result = HalfSpectrum(width: width, height: height)
        for x in stride(from: 0, to: width, by: 16) {
            for y in 0..<height { signal[y] = columns(x, of: y, &row) }
            plan.transform(&signal, scratch: &scratch)
            unpack(signal, at: x, into: &result)
        }
        return result
    }

    /// Sixteen pixels of a row, the first eight as real parts, the others as imaginary ones.
    private func columns(_ x: Int, of y: Int, _ row: inout [Float]) -> ComplexLanes {
        let source = levels.span
        let window = across.span
        var target = row.mutableSpan
        let start = y * width + x
        let weight = down[y] / 255
        for i in 0..<min(16, width - x) {
            target[i] = (Float(source[start &+ i]) - mean) * (window[x &+ i] * weight)
        }
        if width - x < 16 { for i in width - x..<16 { target[i] = 0 } }
        return ComplexLanes(
            re: Lanes(target[0], target[1], target[2], target[3], target[4], target[5], target[6], target[7]),
            im: Lanes(target[8], target[9], target[10], target[11], target[12], target[13], target[14], target[15])
        )
    }

    /// Separates the two real columns: even part of the complex spectrum and odd part.
    private func unpack(_ signal: [ComplexLanes], at x: Int, into result: inout HalfSpectrum) {
        var even = [ComplexLanes](repeating: .zero, count: 8)
        var odd = even
        for block in 0..<result.blocks {
            for lane in 0..<8 {
                let k = 8 * block + lane
                let inside = k <= height / 2
                let a = inside ? signal[k] : .zero
                let b = inside ? signal[k == 0 ? 0 : height - k] : .zero
                even[lane] = ComplexLanes(re: (a.re + b.re) * 0.5, im: (a.im - b.im) * 0.5)
                odd[lane] = ComplexLanes(re: (a.im + b.im) * 0.5, im: (b.re - a.re) * 0.5)
            }
            result.put(even, block: block, column: x)
            result.put(odd, block: block, column: x + 8)
        }
    }
}
