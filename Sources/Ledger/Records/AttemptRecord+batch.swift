package import Economics

extension HoldRequest {
    /// The tier of what is sent with others. No picture that is asked for alone has it.
    package static let batchTier = "batch"

    /// Whether it is for a picture in a job, or for one that waits for a job.
    package var isOfBatch: Bool { tier == Self.batchTier }

    /// What becomes of it when its picture was never sent: nothing, for sure.
    package func unsentBill(at: Timestamp) -> Settlement { unknownBill(Settlement.notSent, at: at).free }
}

extension [AttemptRecord] {
    /// Number of the next of a decision.
    package var next: Int { (map(\.hold.attempt).max() ?? 0) + 1 }

    /// Of a decision: the attempt that the answer of a job would be the bill of, which waits for it or was settled in its
    /// place when it did not come in time. Nil once it is billed: then nothing is held for a job.
    package var awaitingBatch: AttemptRecord? {
        guard let last = last(where: \.hold.isOfBatch), last.settlement?.isProvisional ?? true else { return nil }
        return last
    }
}
