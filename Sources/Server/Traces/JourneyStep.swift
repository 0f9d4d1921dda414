/// One stop of an upload's journey, timed from the last byte of its body.
struct JourneyStep: Sendable, Hashable {
    enum Kind: String, Sendable {
        /// The look for an answer to the very same bytes.
        case cache
        /// From the processor's queue to the scores.
        case gate
        /// Made small for the model.
        case encode
        /// Every attempt, with the hold before it and the bill after it.
        case cloud
        /// The row on disk.
        case ledger
    }

    let kind: Kind
    let start: Duration
    let end: Duration
}

extension DecisionDraft {
    /// Notes that a stop which began at `start` has just ended.
    mutating func passed(_ kind: JourneyStep.Kind, since start: ContinuousClock.Instant) {
        let origin = upload.bodyComplete
        steps.append(JourneyStep(kind: kind, start: start - origin, end: ContinuousClock.now - origin))
    }
}
