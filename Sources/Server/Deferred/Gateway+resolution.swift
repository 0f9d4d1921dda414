import Documents
import Ledger
import OwnPictures
import Policy

/// Ends of waits.
extension Gateway {
    /// Ends the wait of a decision by what came of asking the cloud.
    func resolve(
        _ record: DecisionRecord,
        by result: CloudClassifier.Result,
        snapshot: PolicySnapshot
    ) async throws(LedgerError) -> DecisionRecord {
        let attempts = try await store.attempts(decisionID: record.id)
        var resolved = record.resolved(by: result, attempts: attempts)
        let isKept = result.classification != nil && !result.isStandIn
        // Drawn to be compared with a near duplicate's answer when it came.
        if isKept, let donor = record.donor,
            let category = try await store.decision(id: donor.decisionID)?.category
        {
            resolved.donor?.agrees = resolved.category == category
        }
        // Before its picture goes.
        let look = isKept ? await look(of: record, snapshot: snapshot) : nil
        guard try await end(resolved, snapshot: snapshot) else {
            // Somebody else was first: what stands there counts.
            return try await store.decision(id: record.id) ?? resolved
        }
        if isKept, let classification = result.classification, let model = resolved.model {
            await keep(classification, of: resolved, model: model, look: look, snapshot: snapshot)
        }
        return resolved
    }

    /// What the same bytes were answered since a decision began to wait; nil when nobody asked.
    func answer(for record: DecisionRecord, snapshot: PolicySnapshot) async throws(LedgerError) -> KnownAnswer? {
        guard let key = cacheKey(of: record, snapshot: snapshot), let cached = try await store.cachedAnswer(key: key)
        else { return nil }
        return KnownAnswer(cached)
    }

    /// Ends the wait of a decision by an answer that was paid for since.
    func resolve(
        _ record: DecisionRecord,
        by known: KnownAnswer,
        snapshot: PolicySnapshot
    ) async throws(LedgerError) {
        let attempts = try await store.attempts(decisionID: record.id)
        // Where somebody else was first it has its end too.
        _ = try await end(record.resolved(by: known, attempts: attempts), snapshot: snapshot)
    }

    /// Under which its answer is kept; nil for a decision without a picture.
    func cacheKey(of record: DecisionRecord, snapshot: PolicySnapshot) -> [UInt8]? {
        record.image.map {
            CacheKey.bytes(bodyHash: $0.sha256, snapshot: snapshot, origin: origin, at: clock.now())
        }
    }

    /// Writes what came of a decision that waited: its picture goes, whoever asked for a call is called. False when it does not
    /// wait any more.
    private func end(_ resolved: DecisionRecord, snapshot: PolicySnapshot) async throws(LedgerError) -> Bool {
        do {
            try await store.resolve(resolved)
        } catch {
            guard error.code == .notFound else { throw error }
            return false
        }
        await deferral?.remove(resolved.id)
        if let callback = snapshot.profile.deferral.callback { calls?.post(resolved, to: callback) }
        return true
    }

    private func keep(
        _ classification: JSON,
        of record: DecisionRecord,
        model: String,
        look: PictureLook?,
        snapshot: PolicySnapshot
    ) async {
        guard let key = cacheKey(of: record, snapshot: snapshot) else { return }
        do {
            try await store.keep(
                CachedAnswer(
                    key: key,
                    classification: classification.encoded(),
                    modelVersion: model,
                    decisionID: record.id,
                    emulated: record.emulated,
                    at: record.at
                )
            )
            guard let look else { return }
            let question = CacheKey.question(of: snapshot, origin: origin, at: clock.now())
            try await keep(look, key: key, question: question, at: record.at)
        } catch {
            log.warning("answer not cached", [("decision", .text(record.id)), ("cause", .text(error.message))])
        }
    }
}
