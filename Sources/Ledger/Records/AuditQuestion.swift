/// A question at `/v1/gate` whose reject was drawn to be sent all the same: its picture is to follow, and is the audit.
package struct AuditQuestion: Sendable, Hashable {
    /// The question's row. Its answer need not be there.
    package let decision: DecisionRecord
    /// What its device calls the picture, such as `sha256:HEX`; empty where it did not say.
    package let imageID: String

    package init(decision: DecisionRecord, imageID: String) {
        self.decision = decision
        self.imageID = imageID
    }

    /// How long pictures may follow: as long as idempotency keys are kept.
    package static let seconds = Retention.idempotencySeconds
    /// More open ones are forgotten, the oldest first.
    package static let mostOpen = 20_000
}
