/// How much of a picture's spectral energy lies in fine detail.
enum BandEnergy {
    /// P(0.2 < f < 0.5) / P(f > 0.02) of the gray levels (0...1, mean removed, Hann window both ways), f the radius in
    /// cycles a pixel, P the energy on the half plane of non-negative horizontal frequencies; 0 for a flat picture.
    static func fineShare(of gray: GrayPlane) -> Double {
        let spectrum = WindowedColumns(gray).transformed()
        return RowEnergies(spectrum, width: gray.width, height: gray.height).fineShare
    }

    /// `numpy.hanning`: zero at both ends, 1 for a single point.
    static func hann(_ count: Int) -> [Float] {
        guard count > 1 else { return [1] }
        let half = count - 1
        return (0..<count).map { Float(0.5 - 0.5 * Elementary.unitRoot($0 % half, of: half).cos) }
    }
}

/// Half of a spectrum between the two passes: blocks of eight vertical frequencies 0...height/2, as lanes.
struct HalfSpectrum {
    /// `blocks[b]` holds, for every column, the frequencies `8 b ..< 8 b + 8`; those beyond the half are zero.
    var blocks: [[ComplexLanes]]
}

/// The windowed picture, transformed down its columns, sixteen at a time: two real columns travel as one complex one.
private struct WindowedColumns {
    private let gray: GrayPlane
    private let mean: Float
    private let across: [Float]
    private let down: [Float]

    init(_ gray: GrayPlane) {
        self.gray = gray
        var sum = 0
        for value in gray.values { sum &+= Int(value) }
        mean = Float(Double(sum) / Double(gray.values.count))
        across = BandEnergy.hann(gray.width)
        down = BandEnergy.hann(gray.height)
    }

    func transformed() -> HalfSpectrum {
        let height = gray.height
        let plan = FourierTransform(count: height)
        var signal = [ComplexLanes](repeating: .zero, count: height)
        var scratch = signal
        let blocks = (height / 2) / 8 + 1
        let empty = [ComplexLanes](repeating: .zero, count: gray.width)
        var result = HalfSpectrum(blocks: [[ComplexLanes]](repeating: empty, count: blocks))
        for x in stride(from: 0, to: gray.width, by: 16) {
            load(x, into: &signal)
            plan.transform(&signal, scratch: &scratch)
            unpack(signal, at: x, into: &result)
        }
        return result
    }

    private func load(_ x: Int, into signal: inout [ComplexLanes]) {
        let width = gray.width
        let count = min(16, width - x)
        let levels = gray.values.span
        for y in 0..<gray.height {
            var re = Lanes.zero
            var im = Lanes.zero
            let row = y * width + x
            for i in 0..<min(8, count) { re[i] = (Float(levels[row &+ i]) - mean) * across[x &+ i] }
            if count > 8 {
                for i in 8..<count { im[i &- 8] = (Float(levels[row &+ i]) - mean) * across[x &+ i] }
            }
            let weight = down[y] / 255
            signal[y] = ComplexLanes(re: re * weight, im: im * weight)
        }
    }

    /// Separates the two real columns: even part of the complex spectrum and odd part.
    private func unpack(_ signal: [ComplexLanes], at x: Int, into result: inout HalfSpectrum) {
        let height = gray.height
        for k in 0...height / 2 {
            let mirror = k == 0 ? 0 : height - k
            let (a, b) = (signal[k], signal[mirror])
            let even = ComplexLanes(re: (a.re + b.re) * 0.5, im: (a.im - b.im) * 0.5)
            let odd = ComplexLanes(re: (a.im + b.im) * 0.5, im: (b.re - a.re) * 0.5)
            put(even, at: x, lane: k % 8, into: &result.blocks[k / 8])
            put(odd, at: x + 8, lane: k % 8, into: &result.blocks[k / 8])
        }
    }

    /// Turns eight columns of one frequency into one lane of eight neighbours.
    private func put(_ values: ComplexLanes, at x: Int, lane: Int, into block: inout [ComplexLanes]) {
        for i in 0..<max(0, min(8, gray.width - x)) {
            block[x &+ i].re[lane] = values.re[i]
            block[x &+ i].im[lane] = values.im[i]
        }
    }
}

/// The second pass: along the rows of the half spectrum, summing energies by band.
private struct RowEnergies {
    private var fine = 0.0
    private var all = 0.0

    /// The floor keeps a flat picture at 0.
    var fineShare: Double { fine / max(all, 1e-9) }

    init(_ spectrum: consuming HalfSpectrum, width: Int, height: Int) {
        let plan = FourierTransform(count: width)
        var scratch = [ComplexLanes](repeating: .zero, count: width)
        for block in spectrum.blocks.indices {
            var signal = spectrum.blocks[block]
            plan.transform(&signal, scratch: &scratch)
            for lane in 0..<min(8, height / 2 + 1 - 8 * block) {
                add(signal, lane: lane, vertical: 8 * block + lane, width: width, height: height)
            }
        }
    }

    /// Only vertical frequencies 0...height/2 were transformed, the sum runs over horizontal ones 0...width/2. A real
    /// picture's spectrum is symmetric about 0, so a point stands for its mirror image too where that one is counted.
    private mutating func add(_ signal: [ComplexLanes], lane: Int, vertical: Int, width: Int, height: Int) {
        let alone = vertical == 0 || 2 * vertical == height
        for x in 0..<width {
            let horizontal = min(x, width - x)
            let onEdge = horizontal == 0 || 2 * horizontal == width
            if alone && x != horizontal { continue }
            let weight = !alone && onEdge ? 2.0 : 1.0
            // (f width height)^2 in integers: the borders of the bands are then exact.
            let a = vertical * width
            let b = horizontal * height
            let radius = a * a + b * b
            let full = width * width * height * height
            guard 2500 * radius > full else { continue }
            let (re, im) = (signal[x].re[lane], signal[x].im[lane])
            let energy = Double(re * re + im * im) * weight
            all += energy
            if 25 * radius > full && 4 * radius < full { fine += energy }
        }
    }
}
