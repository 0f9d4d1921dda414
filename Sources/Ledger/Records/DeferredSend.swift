package import Economics

/// A picture whose decision says `deferred`: what is needed to send it later, together with others. It waits, then lies in a
/// job, and is gone once its decision is resolved.
package struct DeferredSend: Sendable, Hashable {
    package let profile: String
    package let revision: Int
    /// As one picture of a job: what lies under its path is what the model will see, encoded anew and without metadata; format
    /// and size are those of the picture as it came.
    package let item: BatchRecord.Item
    package let queuedAt: Timestamp
    /// From then on it is asked for by itself.
    package let deadline: Timestamp
    /// The job it lies in; nil while it waits for one.
    package var batch: String?

    package init(
        profile: String,
        revision: Int,
        item: BatchRecord.Item,
        queuedAt: Timestamp,
        deadline: Timestamp,
        batch: String? = nil
    ) {
        self.profile = profile
        self.revision = revision
        self.item = item
        self.queuedAt = queuedAt
        self.deadline = deadline
        self.batch = batch
    }

    package var decisionID: String { item.decisionID }
}
