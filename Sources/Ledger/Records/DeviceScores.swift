package import Policy

/// What a device's own scorer said about a picture that came to the server too. It stands beside the server's scores and
/// is never mixed with them: the row's verdict rests on those alone.
package struct DeviceScores: Sendable, Hashable {
    /// The scorer, such as `apple-vision/18`.
    package let space: String
    /// Each 0...1; nil when missing or not to be read without guessing.
    package let sharpness: Double?
    package let attentionArea: Double?
    package let objectnessArea: Double?
    /// By the thresholds of its space at that moment; nil when they could not be judged.
    package let verdict: Verdict?
    /// Why; the first decides.
    package let reasons: [Reason]
    /// What the app says it had decided itself.
    package let claim: Verdict?
    /// Version of the app as it wrote it; empty when it did not say.
    package let clientVersion: String
    /// From a simulator: shown, and left out of every figure.
    package let isSimulated: Bool
    /// What was bent or not understood while it was read, in the words of the contract.
    package let notes: [String]

    package init(
        space: String,
        sharpness: Double?,
        attentionArea: Double?,
        objectnessArea: Double?,
        verdict: Verdict?,
        reasons: [Reason],
        claim: Verdict? = nil,
        clientVersion: String = "",
        isSimulated: Bool = false,
        notes: [String] = []
    ) {
        self.space = space
        self.sharpness = sharpness
        self.attentionArea = attentionArea
        self.objectnessArea = objectnessArea
        self.verdict = verdict
        self.reasons = reasons
        self.claim = claim
        self.clientVersion = clientVersion
        self.isSimulated = isSimulated
        self.notes = notes
    }
}
