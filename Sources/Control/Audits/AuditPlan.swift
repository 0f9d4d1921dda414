/// How likely each reject is to be sent all the same: more next to the threshold, where a rise of false rejects begins,
/// and never less than a floor anywhere.
package enum AuditPlan {
    /// The tenth of the rejects next to the threshold.
    static let nearShare = 0.1
    private static let mostNear = 0.2
    private static let least = 0.005

    /// The probability for one reject, known before the draw.
    ///
    /// - Parameter share: What the profile wants on the whole, 0...1; 0 audits nothing.
    package static func propensity(share: Double, isNear: Bool) -> Double {
        guard share > 0 else { return 0 }
        let near = max(share, min(mostNear, 4 * share))
        return isNear ? near : max(min(least, share), (share - nearShare * near) / (1 - nearShare))
    }
}
