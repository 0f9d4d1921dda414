import Economics
package import Ledger
import OwnPictures
import Platform
package import Policy

/// The journey of one upload in words: what came, what the gate saw against which threshold, what was asked and paid, and
/// what another threshold or today's policy would have done. For `torii why` and `GET /v1/decisions/{id}?format=text`.
package struct DecisionJourney: Sendable {
    let record: DecisionRecord
    private let attempts: [AttemptRecord]
    /// What its user said; nil: nothing.
    let feedback: Feedback?
    /// What operators made of it, in their order.
    let judgements: [AuditJudgement]
    /// As it is now; nil when it is gone.
    private let snapshot: PolicySnapshot?
    /// Where a dial moves the thresholds of the profile, those it has now; nil where none does, or nobody can ask it.
    private let dial: Thresholds?
    let zone: ZoneOffsets

    package init(
        record: DecisionRecord,
        attempts: [AttemptRecord],
        feedback: Feedback?,
        judgements: [AuditJudgement] = [],
        now snapshot: PolicySnapshot?,
        dial: Thresholds? = nil
    ) {
        self.record = record
        self.attempts = attempts
        self.feedback = feedback
        self.judgements = judgements
        self.snapshot = snapshot
        self.dial = dial
        zone = snapshot?.zone ?? .utc
    }

    /// Lines of at most 100 cells, unless a name is longer.
    package var text: String {
        var lines = ["Decision \(record.id)\(record.emulated ? "   EMULATED" : "")"]
        lines += [came, picture, verdict].compactMap { $0 }
        lines += gate + device + reuse + cloud + [answer] + user + reviewed
        lines += turned + [today]
        return lines.joined(separator: "\n") + "\n"
    }

    func line(_ label: String, _ text: String) -> String {
        label + String(repeating: " ", count: max(1, 16 - label.count)) + text
    }

    var came: String {
        let time = record.at.iso8601(in: zone)
        let by = record.client.isEmpty ? "" : ", key \(record.client.visible)"
        return line(
            "came",
            "\(time), \(record.route.rawValue), profile \(record.profile.visible) r\(record.revision)\(by)"
        )
    }

    private var picture: String? {
        guard let image = record.image else { return nil }
        let sides = image.width > 0 ? " \(image.width) x \(image.height)," : ""
        return line(
            "picture",
            "\(image.format)\(sides) \(FigureText.count(image.bytes)) bytes, sha256 \(Encoding.hex(image.sha256).prefix(16))"
        )
    }

    var verdict: String? {
        guard let first = record.reasons.first else { return nil }
        let word = record.outcome?.rawValue ?? record.verdict?.rawValue ?? "accounted"
        let rest = record.reasons.dropFirst().map { line("", "\($0.rawValue): \($0.explanation)") }
        return ([line(word, "\(first.rawValue): \(first.explanation)")] + rest).joined(separator: "\n")
    }

    /// Each score beside the threshold it met then and would meet now.
    var gate: [String] {
        let evidence = record.evidence
        guard evidence.sharpness != nil || evidence.attentionArea != nil || evidence.objectnessArea != nil else {
            return [line("gate", "not measured")]
        }
        let now = hasUnknownDial ? record.thresholds : thresholdsNow
        let took = record.gateMicros.map { ", \(FigureText.fixed(Double($0) / 1000, 1)) ms" } ?? ""
        let scores: [(String, Double?, Double?, Double?)] = [
            ("sharpness", evidence.sharpness, record.thresholds?.sharpness, now?.sharpness),
            ("attention area", evidence.attentionArea, record.thresholds?.saliencyArea, now?.saliencyArea),
            ("objectness area", evidence.objectnessArea, record.thresholds?.saliencyArea, now?.saliencyArea),
        ]
        var lines = [line("gate", "scored by \(record.scoreSpace.visible)\(took); rejects below the threshold")]
        for (name, score, then, now) in scores {
            guard let score else { continue }
            let limit =
                then.map { "threshold \(FigureText.fixed($0, 4))\(score < $0 ? "  below" : "")" } ?? "no threshold"
            let later = now == then ? "" : now.map { "; \(FigureText.fixed($0, 4)) now" } ?? "; no longer judged"
            lines.append(line("  \(name)", "\(FigureText.fixed(score, 4))  \(limit)\(later)"))
        }
        if let range = evidence.range { lines.append(line("  range", FigureText.fixed(range, 1))) }
        if let texture = evidence.texture { lines.append(line("  texture", FigureText.fixed(texture, 3))) }
        if let coarse = evidence.coarse { lines.append(line("  coarse", coarse.rawValue)) }
        if evidence.ownWatermark == true { lines.append(line("  own picture", "yes")) }
        if let propensity = record.auditPropensity {
            lines.append(line("  audit", "drawn with probability \(FigureText.fixed(propensity, 4))"))
        }
        return lines
    }

    private var thresholdsNow: Thresholds? {
        dial ?? snapshot?.profile.scoreSpace(named: record.scoreSpace)?.thresholds
    }

    /// A dial moves the thresholds, and what it has made of them is not known here.
    private var hasUnknownDial: Bool { dial == nil && snapshot.map { $0.profile.target.mode != .off } ?? false }

    /// What the device's own scorer said, where it sent that with the picture.
    private var device: [String] {
        guard let device = record.device else { return [] }
        let scores = [
            ("sharpness", device.sharpness), ("attention", device.attentionArea), ("objectness", device.objectnessArea),
        ].compactMap { name, score in score.map { "\(name) \(FigureText.fixed($0, 4))" } }
        let app = device.clientVersion.isEmpty ? "" : ", app \(device.clientVersion.visible)"
        let judged = device.verdict?.rawValue ?? "not judged"
        var lines = [
            line("device", "scored by \(device.space.visible)\(app)\(device.isSimulated ? ", a simulator" : "")"),
            line(
                "  its verdict",
                "\(judged) (\(device.reasons.map(\.rawValue).joined(separator: ", ")))"
                    + (device.claim.map { "; the app decided \($0.rawValue)" } ?? "")
            ),
        ]
        if !scores.isEmpty { lines.append(line("  its scores", scores.joined(separator: ", "))) }
        if !device.notes.isEmpty { lines.append(line("  notes", device.notes.joined(separator: ", "))) }
        return lines
    }

    /// Whose answer it got, or was compared with.
    private var reuse: [String] {
        guard let donor = record.donor else { return [] }
        let whose = "decision \(donor.decisionID.visible)"
        guard let distance = donor.distance else { return [line("reused", "the answer of \(whose), the same bytes")] }
        let near = "\(whose), \(distance) of \(PerceptualHash.bits) bits apart"
        if record.outcome == .cached { return [line("reused", "the answer of \(near)")] }
        let result =
            switch donor.agrees {
            case true?: "the cloud names the same category"
            case false?: "the cloud names another category"
            case nil: "the cloud named none to compare"
            }
        return [line("re-checked", "drawn in spite of \(near): \(result)")]
    }

    private var cloud: [String] {
        guard !attempts.isEmpty else { return [line("cloud", "not asked: nothing was spent on it")] }
        return attempts.map { attempt in
            let model = attempt.settlement?.modelVersion ?? attempt.hold.model
            let held = "held \(attempt.hold.amount.formatted(.exact)) USD"
            guard let settlement = attempt.settlement else {
                return line("cloud, attempt \(attempt.hold.attempt)", "\(model.visible): not answered yet, \(held)")
            }
            let bill = settlement.uncertain ? "bill not known, settled in full" : "settled"
            let milliseconds = FigureText.fixed(Double(settlement.latencyMicros) / 1000, 0)
            return line(
                "cloud, try \(attempt.hold.attempt)",
                "\(model.visible): \(settlement.result) in \(milliseconds) ms, \(held), \(bill) "
                    + "\(settlement.cost.formatted(.exact)) USD"
            )
        }
    }

    private var answer: String {
        let category = record.category.map { "\($0.visible) " } ?? ""
        let source = record.source.map { "from the \($0.rawValue == "local" ? "gate" : $0.rawValue), " } ?? ""
        let milliseconds = FigureText.fixed(Double(record.latencyMicros) / 1000, 1)
        return line(
            "answered",
            "\(category)\(source)status \(record.answerStatus) after \(milliseconds) ms; "
                + "cost \(record.cost.formatted(.exact)) USD"
        )
    }

    /// What its user said about the answer.
    var user: [String] {
        guard let feedback else { return [] }
        let about =
            switch feedback.kind {
            case .right: "the answer is right"
            case .wrongAnswer: "the answer is wrong"
            case .wrongReject: "it was rejected wrongly"
            case .wrongLocal: "the local label is wrong"
            }
        let category = feedback.category.map { ": it is \($0.visible)" } ?? ""
        return [line("its user", "\(about)\(category), said at \(feedback.at.iso8601(in: zone))")]
    }

    /// Which other threshold alone would have turned the verdict around.
    private var turned: [String] {
        guard record.route != .gate, let thresholds = record.thresholds, let settings = snapshot?.profile.gate else {
            return []
        }
        let changes = Counterfactual.changes(of: record.evidence, settings: settings, thresholds: thresholds)
        guard !changes.isEmpty else { return [line("would turn it", "no single threshold")] }
        return changes.map { change in
            let score = change.score == .sharpness ? "sharpness" : "saliency area"
            return switch change.change {
            case .sendsAtOrBelow(let value):
                line(
                    "would turn it",
                    "a \(score) threshold of \(Self.rounded(value, .down)) or less would have sent it"
                        + beyondFloor(change.score, value, settings)
                )
            case .rejectsAbove(let value):
                line(
                    "would turn it",
                    "a \(score) threshold above \(Self.rounded(value, .up)) would have rejected it"
                )
            }
        }
    }

    /// Rounded so that what is said of a threshold holds of the one that is shown.
    private static func rounded(_ value: Double, _ rule: FloatingPointRoundingRule) -> String {
        // 0.15 times 10,000 is a hair below 1,500.
        let units = value * 10_000
        let near = units.rounded()
        return FigureText.fixed((abs(units - near) < 1e-6 ? near : units.rounded(rule)) / 10_000, 4)
    }

    /// Where no dial may go so low.
    private func beyondFloor(_ score: Counterfactual.Score, _ value: Double, _ settings: GateSettings) -> String {
        let floor = score == .sharpness ? settings.sharpness.floor : settings.saliencyArea.floor
        guard record.scoreSpace == snapshot?.profile.scoreSpace, value < floor else { return "" }
        return " (below the policy's floor of \(FigureText.fixed(floor, 4)))"
    }

    /// The same scores under the policy in force now.
    private var today: String {
        guard let snapshot else { return line("today", "there is no profile \(record.profile.visible) any more") }
        let revision = "r\(snapshot.revision)"
        guard record.thresholds != nil, record.route != .gate else {
            return line("today", "\(revision) is in force; there are no scores to judge again")
        }
        let profile = snapshot.profile
        guard profile.gate.enabled else { return line("today", "sent under \(revision): its gate is off") }
        guard !hasUnknownDial else {
            return line("today", "\(revision) is in force; its dial moves the thresholds: `torii control status`")
        }
        guard let thresholds = thresholdsNow else {
            return line("today", "sent under \(revision): it has no thresholds for \(record.scoreSpace.visible)")
        }
        let judgement = Judge.judgement(of: record.evidence, settings: profile.gate, thresholds: thresholds)
        let reasons = judgement.reasons.map(\.rawValue).joined(separator: ", ")
        let same = judgement.verdict == record.verdict ? "the same verdict" : "another verdict"
        return line("today", "\(same) under \(revision): \(judgement.verdict.rawValue) (\(reasons))")
    }
}
