package import Policy

extension Reason {
    /// In words, for people who look at one decision or at the list of reasons.
    package var explanation: String {
        switch self {
        case .tooBlurry: "sharpness is below its threshold"
        case .lowSaliency: "nothing stands out in a flat picture"
        case .ownWatermark: "it is one of our own pictures"
        case .gatePassed: "no rule of the gate rejects it"
        case .abstractBypass: "nothing stands out, and it is abstract on purpose"
        case .gateDeadline: "measuring did not end in time, so it was let through"
        case .gateTimedOut: "the device's measuring did not end in time, so it was let through"
        case .gateDisabled: "the profile's gate is off"
        case .measurePhase: "rejects are counted but still sent in phase `measure`"
        case .audit: "a reject drawn to be sent all the same, to count wrong ones"
        case .deviceJudged: "its device judged it, by the policy it had"
        case .deviceAudit: "its device rejected it, and drew it to be sent all the same, to count wrong rejects"
        case .askedAudit:
            "rejected when its device asked, and drawn then to be sent all the same, to count wrong rejects"
        case .insufficientEvidence: "a score is missing, so it was let through"
        case .scoresUnusable: "not one score of the device can be read"
        case .unknownScoreSpace: "the profile has no thresholds for this scorer"
        case .notGated: "the call brought no picture to judge"
        case .passedOn: "rejected, and sent because the profile says so"
        case .exactCache: "the very same bytes were classified before"
        case .nearCache: "a near duplicate was classified before"
        case .deferred: "it may wait: it is sent with others, at half the price"
        case .budgetExhausted: "a spending cap leaves no room for it"
        case .paceBlocked:
            "the day cannot pay for it and no more may be rejected: `budget.onPaceBlocked` says what then"
        case .spendFrozen: "all spending is stopped until `torii thaw`"
        case .upstreamFailed: "the model could not be asked or gave no usable answer"
        case .upstreamDeadline: "the model did not answer before the deadline"
        case .upstreamBlocked: "the model's safety settings blocked it"
        case .overloaded: "too many pictures were waiting"
        case .ledgerFailed: "the ledger could not be written or read"
        case .priceMissing: "there is no price for the call"
        case .unsupportedMedia: "the bytes are of a kind that is not decoded"
        case .imageTooLarge: "the picture is over a limit"
        case .undecodableImage: "the picture is broken"
        case .interrupted: "the server ended between the call and its answer"
        }
    }
}
