import Ledger

/// Answers that were paid for once.
extension Gateway {
    /// What the same bytes were answered under the same question; nil when nobody asked yet, or the ledger does not say.
    func cachedAnswer(for draft: DecisionDraft) async -> CachedAnswer? {
        let profile = draft.upload.snapshot.profile.name
        do {
            let key = draft.cacheKey
            let found = try await looked(draft.upload) { store throws(LedgerError) in
                try await store.cachedAnswer(key: key)
            }
            telemetry.lookedUp(.exact, found == nil ? .miss : .hit, profile: profile)
            return found
        } catch {
            telemetry.lookedUp(.exact, .failed, profile: profile)
            log.error("cache not read", [("cause", .text("\(error)"))])
            return nil
        }
    }

    /// Keeps what was paid for just now.
    func keep(_ draft: DecisionDraft) async {
        if let classification = draft.cloudClassification {
            // One that says `other` would not have been missed.
            let isRight = classification.primaryCategory?.isUsefulCategory ?? false
            if let opinion = draft.opinion {
                strictness.learn(isRight: isRight, cost: draft.cost.nanoUSD, from: opinion)
            } else if let audit = draft.audit, draft.reasons.contains(audit.reason) {
                let snapshot = draft.upload.snapshot
                strictness.learn(isRight: isRight, cost: draft.cost.nanoUSD, from: audit, of: snapshot)
            }
        }
        if let classification = draft.cloudClassification, let model = draft.model {
            do {
                let answer = CachedAnswer(
                    key: draft.cacheKey,
                    classification: classification.encoded(),
                    modelVersion: model,
                    decisionID: draft.id,
                    emulated: draft.emulated,
                    at: draft.upload.receivedAt
                )
                // Together, for one commit. A look without an answer finds nothing and goes.
                async let looking: Void = keepLook(draft)
                try await store.keep(answer)
                try await looking
            } catch {
                log.warning("answer not cached", [("decision", .text(draft.id)), ("cause", .text("\(error)"))])
            }
        }
    }
}
