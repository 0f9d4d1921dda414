import Ledger
import Platform
import Policy

/// Audits that were drawn when a device asked with scores alone, and the pictures that follow.
extension Gateway {
    /// Looks whether the upload is the picture of a question that was drawn: then it is that audit, whatever the gate here
    /// makes of it, and none is drawn a second time.
    func follow(_ draft: inout DecisionDraft) {
        let upload = draft.upload
        guard draft.audit == nil, upload.snapshot.profile.phase == .enforce else { return }
        let hash = "sha256:" + Encoding.hex(draft.hash)
        let question = questions.take(
            named: upload.gateDecision,
            imageIDs: [upload.device?.imageID, hash].compactMap { $0 },
            client: upload.client,
            profile: upload.snapshot.profile.name,
            at: upload.receivedAt
        )
        guard let question else { return }
        draft.audit = DeviceAudit(following: question, of: upload.snapshot.profile)
        if draft.audit == nil { questions.putBack(question) }
    }

    /// Notes that a question was followed, before the upload's row is written; one that was not is open again.
    func close(_ draft: DecisionDraft) async {
        guard let question = draft.audit?.question else { return }
        guard draft.isAskedAudit else {
            questions.putBack(question)
            return
        }
        do {
            _ = try await store.follow(question: question.decision.id, with: draft.id)
        } catch {
            // At worst it is open again after a restart, for eight days.
            log.error("question not closed", [("decision", .text(draft.id)), ("cause", .text(error.message))])
        }
    }

    /// Keeps a question whose picture is to follow, before its device can read the answer.
    func open(_ question: AuditQuestion) async {
        questions.add(question)
        do {
            try await store.open(question)
        } catch {
            log.error(
                "question not kept",
                [("decision", .text(question.decision.id)), ("cause", .text(error.message))]
            )
        }
    }
}

extension DecisionDraft {
    /// Whether it became the audit of a device's question.
    var isAskedAudit: Bool { auditPropensity != nil && outcome != .failed && reasons.contains(.askedAudit) }
}
