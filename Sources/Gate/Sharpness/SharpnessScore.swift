/// Joins a global and a local measure of sharpness into one number.
///
/// A caption fools the local measure, noise the global one, so a picture counts as blurred only when both say so: the
/// score is the larger of two increasing maps that both take the value 0.18 at their calibrated point.
///
/// INVARIANT: without the guard, `score < 0.18` exactly when `fft < 0.002 && esr97 < 0.38`.
package enum SharpnessScore {
    /// The calibrated point of the joined score.
    package static let calibrated = 0.18
    /// Share of energy in fine detail below which a picture looks blurred as a whole.
    package static let fft = 0.002
    /// Edge slope below which no part of a picture looks sharp.
    package static let esr97 = 0.38
    /// What a picture without enough edges scores at least: there is nothing to be blurred, so it is left to the
    /// saliency rule. Above every threshold a profile may reach on its own (ceiling 0.40).
    package static let withoutEdges = 0.5

    /// The score of `fft` (0...1), `esr97` (0...0.53) and the edge pixels it was taken from: 0...1.
    package static func score(fft: Double, esr97: Double, edgePixels: Int) -> Double {
        let whole = map(fft)
        guard edgePixels >= EdgeSlope.enough else { return max(whole, withoutEdges) }
        return max(whole, map(edges: esr97))
    }

    /// Linear up to the calibrated point; above it 1 - 0.82 sqrt(t / x), since sharp pictures spread over two decades.
    private static func map(_ value: Double) -> Double {
        if value < fft { return min(max(value / fft, 0) * calibrated, calibrated.nextDown) }
        return min(max(1 - (1 - calibrated) * (fft / value).squareRoot(), calibrated), 1)
    }

    /// Linear both sides: 0 at 1/6, where everything is a ramp, 1 at 0.53, where every edge is one pixel wide.
    private static func map(edges value: Double) -> Double {
        let (ramp, step) = (1.0 / 6, 0.53)
        if value < esr97 { return min(max((value - ramp) / (esr97 - ramp), 0) * calibrated, calibrated.nextDown) }
        return min(calibrated + (1 - calibrated) * (value - esr97) / (step - esr97), 1)
    }
}
