import Economics
import Gemini
import Imaging
package import Ledger
import Platform
import Policy

/// Pictures whose decision waits for a job.
extension BatchDesk {
    /// The decision of a picture that is to be sent later; nil for one of a command, and once it is resolved.
    func deferredDecision(of item: BatchRecord.Item) async throws(LedgerError) -> DecisionRecord? {
        let record = try await store.decision(id: item.decisionID)
        return record?.outcome == .deferred ? record : nil
    }

    /// Whether a picture has an answer, if only a local one.
    static func isDecided(_ item: BatchRecord.Item, _ store: any LedgerStore) async throws(LedgerError) -> Bool {
        let record = try await store.decision(id: item.decisionID)
        return record.map { $0.outcome != .deferred } ?? false
    }

    /// Whether a client has waited for its answer as long as it was told. Pictures of commands wait for as long as it takes.
    func isOverdue(_ item: BatchRecord.Item) async throws(LedgerError) -> Bool {
        let now = gateway.clock.now()
        return try await store.deferredSends().contains { $0.decisionID == item.decisionID && now >= $0.deadline }
    }

    /// A picture as it was laid down: the model sees these very bytes.
    func deferredEntry(_ item: BatchRecord.Item, bytes: [UInt8], snapshot: PolicySnapshot) throws(ImagingError)
        -> BatchEntry
    {
        let header = try ImageDecoder.header(of: bytes)
        let picture = ModelPicture(jpeg: bytes, width: header.width, height: header.height)
        let call = call(snapshot)
        return BatchEntry(
            item: item,
            picture: picture,
            body: GeminiClient.requestBody(
                jpeg: bytes,
                snapshot: snapshot,
                capabilities: call.capabilities,
                form: call.form
            )
        )
    }

    /// A day past the moment from which it is no longer waited for.
    static func expiry(of deadline: Timestamp) -> Timestamp { deadline.advanced(bySeconds: 86_400) }

    /// Puts everything that waits into jobs and sends them; what waited too long is asked for by itself. While spending is
    /// frozen only that is looked at, for a local answer.
    package func sendDeferred(limits: Limits = Limits()) async throws(LedgerError) {
        let isFrozen = gateway.spending.isFrozen
        let now = gateway.clock.now()
        let sends = try await store.deferredSends()
        let waiting = sends.filter { $0.batch == nil && (!isFrozen || now >= $0.deadline) }
        guard !waiting.isEmpty else { return }
        var asked: Set<[UInt8]> = []
        for (terms, sent) in Dictionary(grouping: sends.filter { $0.batch != nil }, by: Terms.init) {
            guard let snapshot = try await snapshot(profile: terms.profile, revision: terms.revision) else { continue }
            for send in sent {
                let record = try await deferredDecision(of: send.item)
                if let key = record.flatMap({ gateway.cacheKey(of: $0, snapshot: snapshot) }) { asked.insert(key) }
            }
        }
        for (terms, sends) in Dictionary(grouping: waiting, by: Terms.init)
            .sorted(by: { ($0.key.profile, $0.key.revision) < ($1.key.profile, $1.key.revision) })
        {
            guard let snapshot = try await snapshot(profile: terms.profile, revision: terms.revision) else { continue }
            try await send(sends, snapshot: snapshot, asked: &asked, limits: limits, at: now)
        }
    }

    /// What pictures of one job have in common.
    private struct Terms: Hashable {
        let profile: String
        let revision: Int

        init(_ send: DeferredSend) {
            profile = send.profile
            revision = send.revision
        }
    }

    /// Sends what waits under one policy; what was answered meanwhile gets that answer.
    ///
    /// - Parameter asked: Keys of the answers that are to come.
    private func send(
        _ sends: [DeferredSend],
        snapshot: PolicySnapshot,
        asked: inout Set<[UInt8]>,
        limits: Limits,
        at now: Timestamp
    ) async throws(LedgerError) {
        var ready: [(entry: BatchEntry, deadline: Timestamp)] = []
        var bytes = 0
        for send in sends {
            guard let record = try await deferredDecision(of: send.item) else { continue }
            if let known = try await gateway.answer(for: record, snapshot: snapshot) {
                try await settleLost(send.item, as: .notSent)
                try await gateway.resolve(record, by: known, snapshot: snapshot)
                try await releaseIfResolved(send.item)
                continue
            }
            let key = gateway.cacheKey(of: record, snapshot: snapshot)
            // The same question is on its way: its answer will serve this one too, if it comes in time.
            if let key, asked.contains(key), now < send.deadline { continue }
            guard let entry = try await readyEntry(send, record, snapshot: snapshot, at: now) else {
                try await releaseIfResolved(send.item)
                continue
            }
            if let key { asked.insert(key) }
            if ready.count >= limits.pictures || bytes + entry.body.count > limits.bytes && !ready.isEmpty {
                try await begin(ready, snapshot: snapshot)
                ready = []
                bytes = 0
            }
            ready.append((entry, send.deadline))
            bytes += entry.body.count
        }
        try await begin(ready, snapshot: snapshot)
    }

    /// Its upload may have held its cost just when it was resolved: it never came into a job.
    private func releaseIfResolved(_ item: BatchRecord.Item) async throws(LedgerError) {
        if try await deferredDecision(of: item) == nil { try await settleLost(item, as: .notSent) }
    }

    /// One job, which is waited for until the first of its pictures would come too late.
    private func begin(
        _ ready: [(entry: BatchEntry, deadline: Timestamp)],
        snapshot: PolicySnapshot
    ) async throws(LedgerError) {
        guard let deadline = ready.map(\.deadline).min() else { return }
        _ = try await begin(ready.map(\.entry), snapshot: snapshot, deadline: deadline)
    }

    /// A picture whose cost is held and whose bytes are there. Otherwise it waits on, or is resolved here.
    private func readyEntry(
        _ send: DeferredSend,
        _ record: DecisionRecord,
        snapshot: PolicySnapshot,
        at now: Timestamp
    ) async throws(LedgerError) -> BatchEntry? {
        if now >= send.deadline {
            // Held for a job it never came into: nothing was sent.
            try await settleLost(send.item, as: .notSent)
            _ = try await askOnline(send.item, snapshot: snapshot)
            return nil
        }
        let upload = upload(body: [], snapshot: snapshot, of: record)
        if let refusal = await gateway.refusal(of: send, upload) {
            let isPassing = refusal.reason == .ledgerFailed || refusal.reason == .spendFrozen
            if !isPassing, !gateway.waits(for: refusal, snapshot) {
                try await decide(
                    send.item,
                    failure: refusal.reason,
                    detail: refusal.detail,
                    snapshot: snapshot
                )
            }
            return nil
        }
        guard let picture = try await picture(of: send.item),
            let entry = try? deferredEntry(send.item, bytes: picture.bytes, snapshot: snapshot)  // Ours: it is whole.
        else {
            try await settleLost(send.item, as: .notSent)
            try await decide(send.item, failure: .upstreamFailed, detail: "the picture is gone", snapshot: snapshot)
            return nil
        }
        if let known = try await gateway.nearAnswer(for: record, picture.bytes, snapshot: snapshot) {
            try await settleLost(send.item, as: .notSent)
            try await gateway.resolve(record, by: known, snapshot: snapshot)
            return nil
        }
        return entry
    }
}
