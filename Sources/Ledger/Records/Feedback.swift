package import Economics
package import Policy

/// What a user says about the answer to one upload: the latest word counts, with what the report needs of its decision.
package struct Feedback: Sendable, Hashable {
    package enum Judgement: String, Sendable, CaseIterable { case right, wrong }

    /// What a judgement is about.
    package enum Kind: String, Sendable, CaseIterable {
        case right
        /// The cloud's answer was wrong.
        case wrongAnswer
        /// The gate rejected what was worth an answer.
        case wrongReject
        /// A local label, for want of an answer, was wrong.
        case wrongLocal
    }

    package let decisionID: String
    package let judgement: Judgement
    /// What it should have been; nil where the user does not say.
    package let category: String?
    package let at: Timestamp

    package let profile: String
    /// The decision's.
    package let hour: Timestamp
    package let route: DecisionRecord.Route
    package let scoreSpace: String
    package let outcome: Outcome

    package init(
        decisionID: String,
        judgement: Judgement,
        category: String?,
        at: Timestamp,
        profile: String,
        hour: Timestamp,
        route: DecisionRecord.Route,
        scoreSpace: String,
        outcome: Outcome
    ) {
        self.decisionID = decisionID
        self.judgement = judgement
        self.category = category
        self.at = at
        self.profile = profile
        self.hour = hour
        self.route = route
        self.scoreSpace = scoreSpace
        self.outcome = outcome
    }

    package var kind: Kind {
        guard judgement == .wrong else { return .right }
        return switch outcome {
        case .sent, .cached: .wrongAnswer
        case .rejected: .wrongReject
        case .local, .deferred, .failed: .wrongLocal
        }
    }

    /// Whether both say the same, whenever they said it.
    package func says(_ other: Feedback) -> Bool { judgement == other.judgement && category == other.category }
}

/// Words of users about one hour's uploads that are alike.
package struct FeedbackCount: Sendable, Hashable {
    package let profile: String
    package let hour: Timestamp
    package let route: DecisionRecord.Route
    package let scoreSpace: String
    package let kind: Feedback.Kind
    package let count: Int

    package init(
        profile: String,
        hour: Timestamp,
        route: DecisionRecord.Route,
        scoreSpace: String,
        kind: Feedback.Kind,
        count: Int
    ) {
        self.profile = profile
        self.hour = hour
        self.route = route
        self.scoreSpace = scoreSpace
        self.kind = kind
        self.count = count
    }
}

extension FeedbackCount {
    package static func inOrder(_ one: FeedbackCount, _ two: FeedbackCount) -> Bool {
        (one.hour, one.profile, one.route.rawValue, one.scoreSpace, one.kind.rawValue)
            < (two.hour, two.profile, two.route.rawValue, two.scoreSpace, two.kind.rawValue)
    }
}
