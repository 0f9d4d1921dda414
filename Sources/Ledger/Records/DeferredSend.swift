package import Economics

/// A picture whose decision says `deferred`: what is needed to send it later, together with others. It waits, then lies in a
/// job, and is gone once its decision is resolved.
package struct DeferredSend: Sendable, Hashable {
    package let decisionID: String
    package let profile: String
    package let revision: Int
    /// The picture as the model will see it: encoded anew, without metadata.
    package let path: String
    /// Of that file.
    package let sha256: [UInt8]
    package let bytes: Int
    /// Of the picture as it came.
    package let format: String
    package let width: Int
    package let height: Int
    package let queuedAt: Timestamp
    /// From then on it is asked for by itself.
    package let deadline: Timestamp
    /// The job it lies in; nil while it waits for one.
    package var batch: String?

    package init(
        decisionID: String,
        profile: String,
        revision: Int,
        path: String,
        sha256: [UInt8],
        bytes: Int,
        format: String,
        width: Int,
        height: Int,
        queuedAt: Timestamp,
        deadline: Timestamp,
        batch: String? = nil
    ) {
        self.decisionID = decisionID
        self.profile = profile
        self.revision = revision
        self.path = path
        self.sha256 = sha256
        self.bytes = bytes
        self.format = format
        self.width = width
        self.height = height
        self.queuedAt = queuedAt
        self.deadline = deadline
        self.batch = batch
    }

    /// As one picture of a job.
    package var item: BatchRecord.Item {
        BatchRecord.Item(
            decisionID: decisionID,
            path: path,
            sha256: sha256,
            bytes: bytes,
            format: format,
            width: width,
            height: height
        )
    }
}
