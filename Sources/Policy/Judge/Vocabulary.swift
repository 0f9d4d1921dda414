/// The gate's opinion of one upload.
package enum Verdict: String, Sendable, CaseIterable { case send, reject }

/// What happened to one upload.
package enum Outcome: String, Sendable, CaseIterable { case sent, cached, rejected, local, deferred, failed }

/// Where the classification came from.
package enum Source: String, Sendable, CaseIterable { case cloud, cache, local }

/// A coarse category: what a picture looks like before anyone pays to know what it shows.
package enum CoarseCategory: String, Sendable, CaseIterable {
    case photoLike, illustrationLike, abstract, unknown

    /// Of which something can be said.
    static let hinted: [CoarseCategory] = [.photoLike, .illustrationLike, .abstract]
}

/// Why a decision is what it is. An ordered list of them stands in every decision; the first decides.
///
/// Closed: reports and metrics make one series for each.
package enum Reason: String, Sendable, CaseIterable {
    case tooBlurry = "too_blurry"
    case lowSaliency = "low_saliency"
    case ownWatermark = "own_watermark"
    case gatePassed = "gate_passed"
    case abstractBypass = "abstract_bypass"
    case gateDeadline = "gate_deadline"
    case gateTimedOut = "gate_timed_out"
    case gateDisabled = "gate_disabled"
    case measurePhase = "measure_phase"
    case audit
    /// Its device judged it, by a policy it had.
    case deviceJudged = "device_judged"
    /// Its device rejected it and drew it to be sent all the same.
    case deviceAudit = "device_audit"
    /// Its device asked with scores alone; it was rejected there and drawn to be sent all the same.
    case askedAudit = "asked_audit"
    case insufficientEvidence = "insufficient_evidence"
    case scoresUnusable = "scores_unusable"
    case unknownScoreSpace = "unknown_score_space"
    /// A call that brought no picture to judge.
    case notGated = "not_gated"
    /// Rejected, and sent all the same because the profile says so.
    case passedOn = "passed_on"
    case exactCache = "exact_cache"
    /// A near duplicate was classified before.
    case nearCache = "near_cache"
    /// Its client lets it wait: it is sent later, with others, at half the price.
    case deferred
    case budgetExhausted = "budget_exhausted"
    /// The day's budget pays for less than the false-reject bound forces, and the profile wants it so.
    case paceBlocked = "pace_blocked"
    /// An operator stopped all spending.
    case spendFrozen = "spend_frozen"
    case upstreamFailed = "upstream_failed"
    case upstreamDeadline = "upstream_deadline"
    case upstreamBlocked = "upstream_blocked"
    case overloaded
    /// The ledger could not write: nothing was spent, the answer is local.
    case ledgerFailed = "ledger_failed"
    /// No price for the call: nothing was spent, the answer is local.
    case priceMissing = "price_missing"
    case unsupportedMedia = "unsupported_media"
    case imageTooLarge = "image_too_large"
    case undecodableImage = "undecodable_image"
    /// The server died between dispatch and answer; found at the next start.
    case interrupted
}
