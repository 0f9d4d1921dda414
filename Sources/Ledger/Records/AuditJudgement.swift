package import Economics

/// What an operator, or a second model, makes of one audit: an edition. A later one takes its place and overwrites nothing.
package struct AuditJudgement: Sendable, Hashable {
    package enum Finding: String, Sendable, CaseIterable {
        /// The answer is right: rejecting the picture would have lost it.
        case falseReject
        /// The answer is of no use: the gate was right.
        case rightReject
        /// What was said before is taken back, and the audit waits again.
        case withdrawn
    }

    package let decisionID: String
    /// 1 for the first word on a decision.
    package let edition: Int
    package let finding: Finding
    /// Who says so.
    package let by: String
    /// Where it was said: `cli`, `api`, `page`; `model` where a model said it.
    package let from: String
    package let reason: String
    package let at: Timestamp

    /// As `from`, of a model.
    package static let model = "model"

    package init(
        decisionID: String,
        edition: Int,
        finding: Finding,
        by: String,
        from: String,
        reason: String,
        at: Timestamp
    ) {
        self.decisionID = decisionID
        self.edition = edition
        self.finding = finding
        self.by = by
        self.from = from
        self.reason = reason
        self.at = at
    }
}

/// What people, or a second model, said of an answer after the cloud had given it.
package struct SecondWords: Sendable, Hashable {
    /// The latest of its user; nil: none.
    package let user: Feedback?
    /// The latest edition of an operator or a second model; nil: none.
    package let reviewer: AuditJudgement?

    package init(user: Feedback? = nil, reviewer: AuditJudgement? = nil) {
        self.user = user
        self.reviewer = reviewer
    }

    /// Whether the answer counts as right: an operator's word before the user's, and both before a second model's; without any
    /// the cloud's holds.
    package var isRight: Bool {
        let isHeard = user == nil || reviewer?.from != AuditJudgement.model
        return switch isHeard ? reviewer?.finding : nil {
        case .falseReject: true
        case .rightReject: false
        case .withdrawn, nil: user?.judgement != .wrong
        }
    }

    /// Whether nobody has judged it a second time.
    package var isWaiting: Bool { user == nil && (reviewer == nil || reviewer?.finding == .withdrawn) }
}

/// An audit that the cloud answered with something of use, and what was said of it since.
package struct AnsweredAudit: Sendable, Hashable {
    /// Of those that wait: nobody judges more in an evening.
    package static let mostCounted = 1_000

    package let decision: DecisionRecord
    package let words: SecondWords

    package init(decision: DecisionRecord, words: SecondWords) {
        self.decision = decision
        self.words = words
    }
}

/// Which answered audits to read: the newest `limit` since `from`.
package struct AuditQuery: Sendable, Hashable {
    /// Nil: of all profiles.
    package let profile: String?
    package let from: Timestamp
    /// Only those that nobody has judged a second time.
    package let isWaiting: Bool
    package let limit: Int

    package init(profile: String? = nil, from: Timestamp, isWaiting: Bool = true, limit: Int) {
        self.profile = profile
        self.from = from
        self.isWaiting = isWaiting
        self.limit = limit
    }
}

extension DecisionRecord {
    /// Whether it was rejected, sent all the same to be counted, and answered with something of use: what a false reject
    /// looks like until somebody has looked.
    package var isAnsweredAudit: Bool {
        auditPropensity != nil && outcome == .sent && category?.isUsefulCategory == true
    }
}
