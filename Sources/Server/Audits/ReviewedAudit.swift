package import Documents
package import Ledger
import Policy

/// One audit as an operator judges it: scores against thresholds, what the model said, what people said since.
package struct ReviewedAudit: Sendable {
    package let decision: DecisionRecord
    let words: SecondWords
    /// Every edition of operators.
    let judgements: [AuditJudgement]
    /// The profile as it is now; nil when it is gone.
    let snapshot: PolicySnapshot?
    /// Where its small picture lies; nil: nowhere.
    let thumbnail: String?

    /// The edition a word must follow.
    package var edition: Int { judgements.last?.edition ?? 0 }

    /// For people: what there is to judge by, in lines of about 100 cells.
    package var text: String {
        journey.auditLines(answered: classification).joined(separator: "\n") + "\n" + thumbnailLine + "\n"
    }

    /// What the model answered, as the upload's client read it; nil where its row no longer says.
    var classification: DocumentNode? {
        DocumentReader.read(decision.answer, file: "answer", dialect: .json).root?["classification"]
    }

    package var json: JSON {
        [
            "decisionId": .string(decision.id),
            "at": .string(decision.at.iso8601),
            "profile": .string(decision.profile),
            "policyRevision": .integer(Int64(decision.revision)),
            "scoreSpace": .string(decision.scoreSpace),
            "reasons": .array(decision.reasons.map { .string($0.rawValue) }),
            "scores": decision.evidence.json,
            "thresholds": decision.thresholds?.json ?? .null,
            "auditPropensity": .double(optional: decision.auditPropensity),
            "category": .string(optional: decision.category),
            "model": .string(optional: decision.model),
            "classification": classification.map { JSON($0) } ?? .null,
            "thumbnail": .string(optional: thumbnail),
            "waiting": .bool(words.isWaiting),
            "edition": .integer(Int64(edition)),
            "judgements": .array(judgements.map(\.json)),
            "feedback": words.user?.json ?? .null,
            "text": .string(text),
        ]
    }

    private var journey: DecisionJourney {
        DecisionJourney(
            record: decision,
            attempts: [],
            feedback: words.user,
            judgements: judgements,
            now: snapshot
        )
    }

    private var thumbnailLine: String {
        let label = "thumbnail       "
        if let thumbnail { return label + thumbnail }
        let keeps = snapshot?.profile.keepThumbnails == true
        return label
            + (keeps ? "none: it was kept for no such upload, or 30 days are over" : "none: `keepThumbnails` is off")
    }
}

extension AuditJudgement {
    package var json: JSON {
        [
            "decisionId": .string(decisionID), "edition": .integer(Int64(edition)),
            "finding": .string(finding.rawValue), "by": .string(by), "from": .string(from),
            "reason": .string(reason), "at": .string(at.iso8601),
        ]
    }
}
