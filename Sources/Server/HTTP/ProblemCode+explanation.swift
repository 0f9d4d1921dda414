extension ProblemCode {
    /// What went wrong, for `torii help errors`. One line.
    package var explanation: String {
        switch self {
        case .malformedRequest: "the request breaks HTTP's own rules"
        case .invalidJSON: "the body is not the JSON that is expected"
        case .duplicateField: "a field of the body stands twice"
        case .missingField: "a field, header or query item that must be given is not"
        case .invalidField: "a field, header or query item has a value that it cannot have"
        case .conflictingFields: "two fields say what cannot both be so"
        case .digestMismatch: "the body is not the one that Content-Digest tells of"
        case .invalidRevenue: "a row or an event of revenue is wrong"
        case .unboundedCost: "a request at the model's door without a limit on what it may cost"
        case .cannotRead: "a file of this machine cannot be read"
        case .apiKeyInvalid: "the key at the model's door is unknown, revoked or expired"
        case .unauthenticated: "no API key, or one that is unknown, revoked or expired"
        case .apiKeyMissing: "no key at the model's door"
        case .forbidden: "the key's scope does not allow this"
        case .profileForbidden: "the key is another profile's"
        case .notFound: "nothing is at this path, or nothing has this name"
        case .unknownProfile: "the policy in force has no such profile"
        case .modelNotPriced: "the model has no price, so nothing may be spent on it"
        case .methodNotAllowed: "the path takes other methods"
        case .requestTimeout: "the request did not arrive in time"
        case .urlTooLong: "the path and query are longer than is read"
        case .headersTooLarge: "the headers are longer than is read"
        case .unknownTransferCoding: "the body comes in a coding other than chunked"
        case .unknownHTTPVersion: "the request is of another version of HTTP than 1.0 and 1.1"
        case .conflict: "what is asked does not fit how things stand"
        case .stale: "the policy moved since the change was made up"
        case .rollingOut: "a revision is rolled out: nothing else is applied until it is promoted or ended"
        case .noRollout: "no revision is rolled out"
        case .idempotencyInProgress: "the first request with this Idempotency-Key is still running"
        case .idempotencyConflict: "the Idempotency-Key was used for another body"
        case .notAnAudit: "the decision is no audit: nobody need judge it"
        case .notAnswered: "the decision has no answer yet"
        case .revenueCovered: "another source tells of the same days"
        case .batchBusy: "another batch command is at work"
        case .insufficientEvidence: "too few labels to prove anything"
        case .bodyTooLarge: "the body is longer than the route takes"
        case .unsupportedMedia: "the file is no picture of a format that is read"
        case .imageTooLarge: "the picture has more pixels than are read"
        case .undecodableImage: "the picture is damaged"
        case .policyRefused: "the policy has errors; they are listed"
        case .limitBroken: "the change would break a limit; they are listed"
        case .clientTooOld: "the app is older than the profile still answers"
        case .rateLimited: "the key sends more than its rate"
        case .budgetExhausted: "the next call does not fit a cap"
        case .internalError: "a mistake of the server's own"
        case .cannotWrite: "a file of the data folder cannot be written"
        case .overloaded: "more waits than can be answered in time"
        case .ledgerUnavailable: "the ledger cannot be read or written now"
        case .spendFrozen: "an operator stopped all spending"
        case .upstreamFailed: "the model did not answer"
        case .upstreamTimeout: "the model did not answer in time"
        }
    }

    /// What whoever gets it can do. One line.
    package var advice: String {
        switch self {
        case .malformedRequest, .invalidJSON, .duplicateField, .missingField, .invalidField, .conflictingFields,
            .invalidRevenue:
            "mend the request as `detail` says; sending it again unchanged is of no use"
        case .digestMismatch, .idempotencyInProgress, .overloaded, .ledgerUnavailable:
            "send it again, after Retry-After where there is one"
        case .unboundedCost: "set maxOutputTokens, and leave out what `detail` names"
        case .cannotRead, .cannotWrite: "look at the file's path, owner and mode"
        case .apiKeyInvalid, .unauthenticated, .apiKeyMissing: "make a key with torii keys create and send it"
        case .forbidden, .profileForbidden: "use a key of the scope and profile that `detail` names"
        case .notFound, .unknownProfile: "look at the name; `detail` lists what there is"
        case .modelNotPriced: "add the model's price to prices.json5 and apply it"
        case .methodNotAllowed: "use a method of the Allow header"
        case .requestTimeout: "send it again over a better connection"
        case .urlTooLong, .headersTooLarge: "send less of it"
        case .unknownTransferCoding: "send Content-Length, or chunked"
        case .unknownHTTPVersion: "speak HTTP/1.1"
        case .conflict: "see how things stand, then ask again"
        case .stale: "make the change against the revision in force"
        case .rollingOut: "promote or end the roll-out first: torii policy promote, torii policy rollback"
        case .noRollout: "begin one with torii policy apply --share"
        case .idempotencyConflict: "use a new key for another body"
        case .notAnAudit: "judge one of torii audit list"
        case .notAnswered: "ask once the answer is there"
        case .revenueCovered: "import one source for each day"
        case .batchBusy: "try again once that one is done"
        case .insufficientEvidence: "let phase measure run for seven days and 63,000 labels"
        case .bodyTooLarge: "send a smaller picture, or fewer at once"
        case .unsupportedMedia: "send JPEG, PNG, WebP or HEIF"
        case .imageTooLarge: "scale the picture down"
        case .undecodableImage: "send another picture: this one reads no better the next time"
        case .policyRefused: "mend what is listed; torii policy lint says the same"
        case .limitBroken: "mend it, or accept it with --accept-limit and a reason"
        case .clientTooOld: "update the app"
        case .rateLimited: "wait for Retry-After"
        case .budgetExhausted: "keep the local label until the window ends, or raise the cap"
        case .internalError: "see the server's log under the decision's id"
        case .spendFrozen: "keep the local label; torii thaw ends it"
        case .upstreamFailed, .upstreamTimeout: "keep the local label, or send it again later"
        }
    }
}

extension ProblemCode {
    /// Every code with its status, meaning and what to do: two lines each, by status.
    package static var listing: String {
        let width = (allCases.map(\.rawValue.count).max() ?? 0) + 2
        let indent = String(repeating: " ", count: 5 + width)
        return allCases.map { code in
            let name = code.rawValue + String(repeating: " ", count: width - code.rawValue.count)
            return "\(code.status)  \(name)\(code.explanation)\n\(indent)-> \(code.advice)"
        }
        .joined(separator: "\n")
    }
}
