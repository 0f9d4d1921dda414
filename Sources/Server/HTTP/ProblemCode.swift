/// What the server refuses with: the `code` of every problem+json it answers. A closed set: clients branch on these
/// words, and `torii help errors` lists them.
package enum ProblemCode: String, Sendable, CaseIterable {
    case malformedRequest = "malformed_request"
    case invalidJSON = "invalid_json"
    case duplicateField = "duplicate_field"
    case missingField = "missing_field"
    case invalidField = "invalid_field"
    case conflictingFields = "conflicting_fields"
    case digestMismatch = "digest_mismatch"
    case invalidRevenue = "invalid_revenue"
    case unboundedCost = "unbounded_cost"
    case cannotRead = "cannot_read"
    case apiKeyInvalid = "api_key_invalid"
    case unauthenticated
    case apiKeyMissing = "api_key_missing"
    case forbidden
    case profileForbidden = "profile_forbidden"
    case notFound = "not_found"
    case unknownProfile = "unknown_profile"
    case modelNotPriced = "model_not_priced"
    case methodNotAllowed = "method_not_allowed"
    case requestTimeout = "request_timeout"
    case urlTooLong = "url_too_long"
    case headersTooLarge = "headers_too_large"
    case unknownTransferCoding = "unknown_transfer_coding"
    case unknownHTTPVersion = "unknown_http_version"
    case conflict
    case stale
    case rollingOut = "rolling_out"
    case noRollout = "no_rollout"
    case idempotencyInProgress = "idempotency_in_progress"
    case idempotencyConflict = "idempotency_conflict"
    case notAnAudit = "not_an_audit"
    case notAnswered = "not_answered"
    case revenueCovered = "revenue_covered"
    case batchBusy = "batch_busy"
    case insufficientEvidence = "insufficient_evidence"
    case bodyTooLarge = "body_too_large"
    case unsupportedMedia = "unsupported_media"
    case imageTooLarge = "image_too_large"
    case undecodableImage = "undecodable_image"
    case policyRefused = "policy_refused"
    case limitBroken = "limit_broken"
    case clientTooOld = "client_too_old"
    case rateLimited = "rate_limited"
    case budgetExhausted = "budget_exhausted"
    case internalError = "internal"
    case cannotWrite = "cannot_write"
    case overloaded
    case ledgerUnavailable = "ledger_unavailable"
    case spendFrozen = "spend_frozen"
    case upstreamFailed = "upstream_failed"
    case upstreamTimeout = "upstream_timeout"

    /// Of the HTTP answer that carries it.
    package var status: Int {
        switch self {
        case .malformedRequest, .invalidJSON, .duplicateField, .missingField, .invalidField, .conflictingFields,
            .digestMismatch, .invalidRevenue, .unboundedCost, .cannotRead, .apiKeyInvalid:
            400
        case .unauthenticated: 401
        case .apiKeyMissing, .forbidden, .profileForbidden: 403
        case .notFound, .unknownProfile, .modelNotPriced, .noRollout: 404
        case .methodNotAllowed: 405
        case .conflict, .stale, .rollingOut, .idempotencyInProgress, .idempotencyConflict, .notAnAudit,
            .notAnswered,
            .revenueCovered, .batchBusy,
            .insufficientEvidence:
            409
        case .requestTimeout: 408
        case .bodyTooLarge: 413
        case .urlTooLong: 414
        case .unsupportedMedia: 415
        case .imageTooLarge, .undecodableImage, .policyRefused, .limitBroken: 422
        case .clientTooOld: 426
        case .rateLimited, .budgetExhausted: 429
        case .headersTooLarge: 431
        case .internalError, .cannotWrite: 500
        case .overloaded, .ledgerUnavailable, .spendFrozen, .upstreamFailed: 503
        case .unknownTransferCoding: 501
        case .upstreamTimeout: 504
        case .unknownHTTPVersion: 505
        }
    }
}
