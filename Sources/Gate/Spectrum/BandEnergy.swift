/// How much of a picture's spectral energy lies in fine detail.
enum BandEnergy {
    /// P(0.2 < f < 0.5) / P(f > 0.02) of the gray levels (0...1, mean removed, Hann window both ways), f the radius in
    /// cycles a pixel, P the energy on the half plane of non-negative horizontal frequencies; 0 for a flat picture.
    static func fineShare(of gray: GrayPlane) -> Double { energies(of: gray).fineShare }

    /// Everything that is read from the spectrum, in one pass.
    static func energies(of gray: GrayPlane) -> RowEnergies {
        RowEnergies(WindowedColumns(gray).transformed(), width: gray.width, height: gray.height)
    }

    /// `numpy.hanning`: zero at both ends, 1 for a single point.
    static func hann(_ count: Int) -> [Float] {
        guard count > 1 else { return [1] }
        let roots = Elementary.unitRoots(count - 1)
        return roots.map { Float(0.5 - 0.5 * $0.cos) } + [0]
    }
}
