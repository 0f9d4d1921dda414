/// Wrong rejects that users tell of. Nobody knows how many users speak, so their number is no estimate of the rate; it is a
/// bound from below: each was seen by somebody. More of them than the most that is allowed brings about by chance is proof
/// that it was passed.
package enum ReportedRejects {
    /// The chance of a false alarm at one look; looks come with reports, which are rare.
    private static let chance = 0.002
    /// One user alone, or two, may be mistaken.
    private static let least = 3

    /// - Parameters:
    ///   - bound: Most false rejects allowed, as a share of judged uploads.
    ///   - reported: At most `judged`; what is above is taken for as many.
    package static func breaks(bound: Double, reported: Int, judged: Int) -> Bool {
        let reported = min(reported, judged)
        guard reported >= least else { return false }
        return 1 - BinomialBound.atMost(reported - 1, of: judged, rate: bound) < chance
    }
}
