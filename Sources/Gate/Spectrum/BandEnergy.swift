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
