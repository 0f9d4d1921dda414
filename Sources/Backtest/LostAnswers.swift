/// Right answers that a document would have lost: rejected uploads, own pictures apart, that the cloud gives a category
/// other than `other`. Shares of judged uploads.
///
/// An upload that was sent when it was recorded is known for certain. For those that were rejected the audited ones
/// speak, each weighted by the inverse of the probability it was drawn with.
package struct LostAnswers: Sendable, Hashable {
    /// The estimate; nil when rejects that nobody ever audited leave it unknown.
    package let estimate: Double?
    /// The exact one-sided bound at the profile's confidence; nil as the estimate is.
    package let upperBound: Double?
    /// Lost answers that are known for certain.
    package let certain: Int
    /// Their share: no fewer are lost, whatever the rejects hide that nobody looked at.
    package let atLeast: Double
    package let audits: Int
    package let wrongAudits: Int
    package let confidence: Double

    init(_ side: ReplaySide, uploads: Int) {
        certain = side.known.useful
        atLeast = uploads > 0 ? Double(side.known.useful) / Double(uploads) : 0
        audits = side.audited.count
        wrongAudits = side.audited.useful
        confidence = side.profile.falseRejects.confidence
        let hidden = side.unseen + side.audited.count
        guard uploads > 0, hidden == 0 || side.audited.count > 0 else {
            estimate = nil
            upperBound = nil
            return
        }
        let total = Double(uploads)
        let shareOfHidden = side.audited.weight > 0 ? side.audited.usefulWeight / side.audited.weight : 0
        estimate = Double(side.known.useful) / total + shareOfHidden * Double(hidden) / total
        // Two bounds that hold together have to be surer one by one.
        let each = side.known.count > 0 && hidden > 0 ? 1 - (1 - confidence) / 2 : confidence
        var bound = 0.0
        // Without a single reject the uploads themselves are the sample: three of them prove next to nothing.
        if side.known.count > 0 || hidden == 0 {
            bound += BinomialTail.upperBound(hits: side.known.useful, trials: uploads, confidence: each)
        }
        if hidden > 0 {
            // Unequal draws know less than as many equal ones: fewer trials at the weighted share.
            let trials = max(1, Int(side.audited.weight * side.audited.weight / side.audited.squares))
            let hits = min(trials, Int((shareOfHidden * Double(trials)).rounded(.up)))
            bound += BinomialTail.upperBound(hits: hits, trials: trials, confidence: each) * Double(hidden) / total
        }
        upperBound = min(1, bound)
    }
}
