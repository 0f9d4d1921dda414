package import Economics
package import Policy

/// What a replay needs of one recorded upload.
package struct RecordedUpload: Sendable, Hashable {
    /// What the gate had to go by when it was recorded.
    package enum Basis: Sendable, Hashable {
        /// Scores, judged by thresholds.
        case scores
        /// Our own measuring did not end in time, the device's did not, or none of its scores could be read: another
        /// document changes nothing about it.
        case deadlinePassed, clientTimedOut, scoresUnusable
    }

    /// What is known about what its call cost.
    package enum Call: Sendable, Hashable {
        /// It was made; `isUseful` is whether the cloud gave a category other than `other`.
        case made(cost: Money, isUseful: Bool)
        /// It was not made.
        case none
    }

    /// Its place among all decisions.
    package let number: Int64
    package let at: Timestamp
    /// Whether it counts for the send rate.
    package let isJudged: Bool
    package let basis: Basis
    package let scoreSpace: String
    package let evidence: Evidence
    /// The probability with which a reject was drawn to be sent; nil when it was no reject or not drawn.
    package let auditPropensity: Double?
    package let call: Call
    /// What the cloud said it shows; empty where it was not asked, or gave no answer.
    package let category: String

    /// Whether the cloud gave a category other than `other`.
    package var isUseful: Bool { if case .made(_, let isUseful) = call { isUseful } else { false } }

    package init(
        number: Int64,
        at: Timestamp,
        isJudged: Bool,
        basis: Basis,
        scoreSpace: String,
        evidence: Evidence,
        auditPropensity: Double?,
        call: Call,
        category: String = ""
    ) {
        self.number = number
        self.at = at
        self.isJudged = isJudged
        self.basis = basis
        self.scoreSpace = scoreSpace
        self.evidence = evidence
        self.auditPropensity = auditPropensity
        self.call = call
        self.category = category
    }
}
