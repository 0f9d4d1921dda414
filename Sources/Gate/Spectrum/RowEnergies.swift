/// The second pass of the spectrum: along the rows of the upper half, summing energies by band.
///
/// Only vertical frequencies 0...height/2 were transformed, while the sum runs over all of them and over horizontal ones
/// 0...width/2. A real picture's spectrum is symmetric about 0, so a frequency stands for its mirror image too, except in
/// the rows that are their own mirror image (0 and height/2).
struct RowEnergies {
    private var fine = 0.0
    private var all = 0.0
    /// The same energies by direction and frequency.
    private(set) var cells: SpectrumCells

    /// The floor keeps a flat picture at 0.
    var fineShare: Double { fine / max(all, 1e-9) }

    init(_ spectrum: consuming HalfSpectrum, width: Int, height: Int) {
        let plan = FourierTransform(count: width)
        var scratch = [ComplexLanes](repeating: .zero, count: width)
        var block = spectrum.empty()
        cells = SpectrumCells(width: width, height: height)
        for index in 0..<spectrum.blocks {
            spectrum.copy(index, into: &block)
            plan.transform(&block, scratch: &scratch)
            add(block, BandLimits(firstRow: 8 * index, width: width, height: height), firstRow: 8 * index)
        }
    }

    private mutating func add(_ signal: [ComplexLanes], _ limits: BandLimits, firstRow: Int) {
        let width = signal.count
        var (allLanes, fineLanes) = (Lanes.zero, Lanes.zero)
        for cell in 0..<SpectrumCells.side {
            var (rising, falling) = (Lanes.zero, Lanes.zero)
            for horizontal in cells.columns(cell) {
                let mirror = horizontal == 0 ? 0 : width - horizontal
                let own = Self.energy(signal[horizontal]) * limits.own
                let other = Self.energy(signal[mirror]) * limits.other
                let energy = own + other
                let x = Lanes(repeating: Float(horizontal))
                allLanes += energy.replacing(with: 0, where: x .< limits.allFrom)
                fineLanes += energy.replacing(with: 0, where: (x .< limits.fineFrom) .| (x .>= limits.fineTo))
                rising += own
                falling += other
            }
            cells.add(rising, falling, column: cell, firstRow: firstRow)
        }
        all += Self.sum(allLanes)
        fine += Self.sum(fineLanes)
    }

    @inline(__always)
    private static func energy(_ value: ComplexLanes) -> Lanes { value.re * value.re + value.im * value.im }

    private static func sum(_ lanes: Lanes) -> Double {
        var sum = 0.0
        for i in 0..<8 { sum += Double(lanes[i]) }
        return sum
    }
}

/// Where the bands begin and end along eight rows of a spectrum, in whole horizontal frequencies.
private struct BandLimits {
    /// How often a point counts: 1, or 0 beyond the last row.
    var own = Lanes.zero
    /// How often its mirror image counts.
    var other = Lanes.zero
    /// First frequency with f > 0.02.
    var allFrom = Lanes.zero
    /// First frequency with f > 0.2.
    var fineFrom = Lanes.zero
    /// First frequency with f >= 0.5.
    var fineTo = Lanes.zero

    init(firstRow: Int, width: Int, height: Int) {
        for lane in 0..<8 where firstRow + lane <= height / 2 {
            let row = firstRow + lane
            own[lane] = 1
            other[lane] = row == 0 || 2 * row == height ? 0 : 1
            // (f width height)^2 in integers, so that the borders of the bands are exact.
            let full = width * width * height * height
            func first(where isInside: (_ radius: Int) -> Bool) -> Float {
                var x = 0
                while x <= width / 2 && !isInside(row * row * width * width + x * x * height * height) { x += 1 }
                return Float(x)
            }
            allFrom[lane] = first { 2500 * $0 > full }
            fineFrom[lane] = first { 25 * $0 > full }
            fineTo[lane] = first { 4 * $0 >= full }
        }
    }
}
