/// What an operator is told of. A closed set: the ledger, webhooks, documents and `/v1/events` use these words.
package enum EventKind: String, Sendable, CaseIterable {
    case capNear = "cap_near"
    case capReached = "cap_reached"
    case holdsExpired = "holds_expired"
    case spendingFrozen = "spending_frozen"
    case spendingThawed = "spending_thawed"
    case policyApplied = "policy_applied"
    case policyRolledBack = "policy_rolled_back"
    case upstreamStopped = "upstream_stopped"
    case upstreamResumed = "upstream_resumed"
    case thresholdsAdjusted = "thresholds_adjusted"
    case certificateAdopted = "certificate_adopted"
    case certificateVoid = "certificate_void"
    case claimWithdrawn = "claim_withdrawn"
    case claimRestored = "claim_restored"
    case falseRejectAlarm = "false_reject_alarm"
    case alarmCleared = "alarm_cleared"
    case priceEnding = "price_ending"
    case keyExpiring = "key_expiring"
    case marksUnreadable = "marks_unreadable"
    case tlsPairRefused = "tls_pair_refused"
    case tlsCertificateEnding = "tls_certificate_ending"
    case ledgerTrouble = "ledger_trouble"
    case ledgerRecovered = "ledger_recovered"
    case revenueStale = "revenue_stale"

    /// How grave it is.
    package var severity: EventSeverity {
        switch self {
        case .capReached, .spendingFrozen, .falseRejectAlarm, .ledgerTrouble, .upstreamStopped: .critical
        case .capNear, .holdsExpired, .certificateVoid, .claimWithdrawn, .priceEnding, .keyExpiring, .marksUnreadable,
            .tlsPairRefused, .tlsCertificateEnding, .revenueStale:
            .warning
        case .spendingThawed, .policyApplied, .policyRolledBack, .upstreamResumed, .thresholdsAdjusted,
            .certificateAdopted, .claimRestored, .alarmCleared, .ledgerRecovered:
            .info
        }
    }

    /// What somebody can do about it; empty where nothing need be done.
    package var advice: String {
        switch self {
        case .capNear: "see torii report economics --by profile,key; raise the cap, or lower the send rate"
        case .capReached: "uploads get their local label until the window ends; raise the cap with torii policy apply"
        case .holdsExpired: "compare with the bill: torii report reconcile"
        case .spendingFrozen: "once the cause is gone: torii thaw"
        case .policyApplied, .policyRolledBack: "undo with torii policy rollback; see torii policy history"
        case .upstreamStopped: "it is tried again by itself; look at the account's key, quota and billing"
        case .certificateVoid: "measure anew: phase measure, then torii control certificate --certify"
        case .claimWithdrawn: "measure anew on recent traffic: phase measure, then torii control certificate --certify"
        case .falseRejectAlarm: "look at the audits, then torii control clear"
        case .priceEnding: "add the price that follows to prices.json5 and apply it: without it no call is made"
        case .keyExpiring: "make its successor: torii keys rotate"
        case .marksUnreadable: "register the pictures again: torii watermark register"
        case .tlsPairRefused: "put a pair that fits into the files: they are read again when they change"
        case .tlsCertificateEnding: "renew it in its file: the server reads it again by itself"
        case .ledgerTrouble: "look at the disk of the data folder; uploads are answered, their rows are retried"
        case .revenueStale: "import the network's report: torii revenue import"
        case .spendingThawed, .upstreamResumed, .thresholdsAdjusted, .certificateAdopted, .claimRestored, .alarmCleared,
            .ledgerRecovered:
            ""
        }
    }
}
