package import Documents
import Economics
package import Ledger
import Platform
package import Policy

extension DecisionRecord {
    /// The whole journey, as `GET /v1/decisions/{id}` shows it.
    ///
    /// - Parameters:
    ///   - profile: As it is now; nil when it is gone.
    ///   - feedback: What its user said; nil: nothing.
    ///   - judgements: What operators made of it, where it is an audit.
    package func json(
        attempts: [AttemptRecord],
        profile: Profile?,
        feedback: Feedback?,
        judgements: [AuditJudgement] = []
    ) -> JSON {
        [
            "decisionId": .string(id),
            "route": .string(route.rawValue),
            "at": .string(at.iso8601),
            "profile": .string(self.profile),
            "policyRevision": .integer(Int64(revision)),
            "verdict": .string(optional: verdict?.rawValue),
            "outcome": .string(optional: outcome?.rawValue),
            "source": .string(optional: source?.rawValue),
            "reasons": .array(reasons.map { .string($0.rawValue) }),
            "judged": .bool(judged),
            "auditPropensity": auditPropensity.map { .double($0) } ?? .null,
            "scoreSpace": .string(scoreSpace),
            "scores": evidence.json,
            "thresholds": [
                "then": thresholds?.json ?? .null,
                "now": profile?.scoreSpace(named: scoreSpace)?.thresholds.json ?? .null,
            ],
            "strictness": control?.json ?? .null,
            "device": device?.json ?? .null,
            "feedback": feedback?.json ?? .null,
            "judgements": .array(judgements.map(\.json)),
            "donor": donor?.json ?? .null,
            "wouldChange": changes(profile?.gate),
            "image": image?.json ?? .null,
            "attempts": .array(attempts.map(\.json)),
            "cost": ["nanoUSD": .integer(cost.nanoUSD), "model": .string(optional: model)],
            "emulated": .bool(emulated),
            "latencyMs": .double(Double(latencyMicros) / 1000),
            "answerStatus": .integer(Int64(answerStatus)),
            "answer": DocumentReader.read(answer, file: "answer", dialect: .json).root.map(JSON.init) ?? .null,
        ]
    }
}

extension DecisionRecord {
    /// Which other threshold alone would have turned the verdict around, under the thresholds it was judged by. Empty for
    /// on-device scores: their labels are not kept.
    private func changes(_ gate: GateSettings?) -> JSON {
        guard route != .gate, let gate, let thresholds else { return [] }
        let changes = Counterfactual.changes(of: evidence, settings: gate, thresholds: thresholds)
        return .array(
            changes.map { change in
                switch change.change {
                case .sendsAtOrBelow(let value):
                    ["threshold": .string(change.score.rawValue), "sendsAtOrBelow": .double(value)]
                case .rejectsAbove(let value):
                    ["threshold": .string(change.score.rawValue), "rejectsAbove": .double(value)]
                }
            }
        )
    }
}

extension JSON {
    static func string(optional text: String?) -> JSON { text.map { .string($0) } ?? .null }
    static func double(optional number: Double?) -> JSON { number.map { .double($0) } ?? .null }
}

extension Donor {
    fileprivate var json: JSON {
        [
            "decisionId": .string(decisionID), "distance": distance.map { .integer(Int64($0)) } ?? .null,
            "agrees": agrees.map { .bool($0) } ?? .null,
        ]
    }
}

extension Thresholds {
    var json: JSON { ["sharpness": .double(sharpness), "saliencyArea": .double(saliencyArea)] }
}

extension Feedback {
    var json: JSON {
        [
            "judgement": .string(judgement.rawValue), "category": .string(optional: category),
            "kind": .string(kind.rawValue), "at": .string(at.iso8601),
        ]
    }
}

extension DeviceScores {
    fileprivate var json: JSON {
        [
            "scoreSpace": .string(space),
            "scores": [
                "sharpness": .double(optional: sharpness), "attentionArea": .double(optional: attentionArea),
                "objectnessArea": .double(optional: objectnessArea),
            ],
            "verdict": .string(optional: verdict?.rawValue),
            "reasons": .array(reasons.map { .string($0.rawValue) }),
            "claim": .string(optional: claim?.rawValue),
            "clientVersion": clientVersion.isEmpty ? .null : .string(clientVersion),
            "simulated": .bool(isSimulated),
            "notes": .array(notes.map { .string($0) }),
        ]
    }
}

extension ControlMark {
    fileprivate var json: JSON {
        [
            "value": .double(strictness), "state": .string(state), "number": .integer(number),
            "auditPropensity": .double(optional: propensity),
        ]
    }
}

extension Evidence {
    var json: JSON {
        [
            "sharpness": .double(optional: sharpness),
            "attentionArea": .double(optional: attentionArea),
            "objectnessArea": .double(optional: objectnessArea),
            "range": .double(optional: range),
            "texture": .double(optional: texture),
            "coarse": .string(optional: coarse?.rawValue),
            "ownWatermark": ownWatermark.map { .bool($0) } ?? .null,
        ]
    }
}

extension DecisionRecord.Image {
    fileprivate var json: JSON {
        [
            "sha256": .string(Encoding.hex(sha256)),
            "bytes": .integer(Int64(bytes)),
            "format": .string(format),
            "width": .integer(Int64(width)),
            "height": .integer(Int64(height)),
        ]
    }
}

extension AttemptRecord {
    fileprivate var json: JSON {
        [
            "attempt": .integer(Int64(hold.attempt)),
            "model": .string(settlement?.modelVersion ?? hold.model),
            "result": .string(settlement?.result ?? "open"),
            "heldNanoUSD": .integer(hold.amount.nanoUSD),
            "costNanoUSD": settlement.map { .integer($0.cost.nanoUSD) } ?? .null,
            "uncertain": settlement.map { .bool($0.uncertain) } ?? .null,
            "priceId": .string(settlement?.priceID ?? hold.priceID),
            "responseId": .string(optional: settlement?.responseID),
            "latencyMs": settlement.map { .double(Double($0.latencyMicros) / 1000) } ?? .null,
            "emulated": settlement.map { .bool($0.emulated) } ?? .null,
        ]
    }
}
