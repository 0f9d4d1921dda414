import Economics
import Gemini
import Ledger
import Platform
import Policy

extension BatchDesk {
    /// Moves one job on.
    func advance(_ job: BatchRecord) async throws(LedgerError) -> Progress {
        guard let snapshot = try await snapshot(of: job) else {
            return try await progress(
                job,
                remark: "revision r\(job.revision) is not in the ledger or has no such profile"
            )
        }
        switch job.state {
        case .prepared: return try await resume(job, snapshot: snapshot)
        case .sent: return try await look(job, snapshot: snapshot)
        case .done: return try await progress(job)
        }
    }

    /// Holds the most each picture can cost, then sends the job. Pictures without room are answered without the cloud.
    func send(
        _ job: BatchRecord,
        entries: [String: BatchEntry],
        snapshot: PolicySnapshot
    ) async throws(LedgerError) -> Progress {
        // Nothing is held, sent or decided: a later look sends it.
        if let frozen = frozen { return try await progress(job, remark: frozen) }
        var requests: [(key: String, body: [UInt8])] = []
        let call = call(snapshot)
        for item in job.items where try await !Self.isDecided(item, store) {
            guard let entry = entries[item.decisionID] else {
                // Held before a stop, and never sent.
                try await settleLost(item, as: .notSent)
                try await decide(item, failure: .upstreamFailed, detail: "the picture is gone", snapshot: snapshot)
                continue
            }
            let attempts = try await store.attempts(decisionID: item.decisionID)
            if attempts.awaitingBatch == nil {
                let upload = upload(body: [], snapshot: snapshot)
                let held = await gateway.cloud.held(
                    decisionID: item.decisionID,
                    attempt: attempts.next,
                    call: call,
                    entry.picture,
                    upload,
                    expires: Self.expiry(of: job.deadline)
                )
                if case .failure(let refusal) = held {
                    try await decide(item, failure: refusal.reason, detail: refusal.detail, snapshot: snapshot)
                    continue
                }
            }
            requests.append((item.decisionID, entry.body))
        }
        guard !requests.isEmpty else { return try await finished(job) }
        do {
            let status = try await gateway.cloud.client.makeBatch(
                name: job.id,
                model: job.model,
                requests: requests,
                contract: snapshot.contract,
                deadline: callDeadline
            )
            try await store.advanceBatch(id: job.id, to: .sent, remote: status.name)
            var sent = job
            sent.state = .sent
            return try await progress(sent)
        } catch let failure as GeminiClient.BatchFailure {
            let why = failure.outcome.detail ?? failure.outcome.code
            return try await progress(job, remark: "not sent yet: \(why)")
        } catch let error as LedgerError {
            throw error
        } catch {
            return try await progress(job, remark: "\(error)")
        }
    }

    /// A job that may have been sent just before a stop: it is looked for by its name before it is sent again.
    private func resume(_ job: BatchRecord, snapshot: PolicySnapshot) async throws(LedgerError) -> Progress {
        let found: BatchStatus?
        do {
            found = try await gateway.cloud.client.batch(
                displayName: job.id,
                contract: snapshot.contract,
                deadline: callDeadline
            )
        } catch {
            return try await progress(job, remark: error.outcome.detail ?? error.outcome.code)
        }
        if let found {
            try await store.advanceBatch(id: job.id, to: .sent, remote: found.name)
            var sent = job
            sent.state = .sent
            sent.remote = found.name
            return try await look(sent, snapshot: snapshot)
        }
        if gateway.clock.now() >= job.deadline {
            // It was never made: nothing was worked on.
            return try await goOnline(job, lost: .notSent, snapshot: snapshot)
        }
        var entries: [String: BatchEntry] = [:]
        for item in job.items {
            guard let picture = try await picture(of: item) else { continue }
            // What was a picture when the job was made is one now: its bytes are the same.
            entries[item.decisionID] = try? await entry(item, picture, snapshot: snapshot)
        }
        return try await send(job, entries: entries, snapshot: snapshot)
    }

    private func look(_ job: BatchRecord, snapshot: PolicySnapshot) async throws(LedgerError) -> Progress {
        guard let remote = job.remote else { return try await progress(job, remark: "its name was lost") }
        let client = gateway.cloud.client
        let status: BatchStatus
        do {
            status = try await client.batch(remote, contract: snapshot.contract, deadline: callDeadline)
        } catch {
            guard case .gone = error.outcome else {
                return try await progress(job, remark: error.outcome.detail ?? error.outcome.code)
            }
            return try await goOnline(job, lost: .unknown("gone"), snapshot: snapshot)
        }
        switch status.state {
        case .waiting:
            guard gateway.clock.now() >= job.deadline else { return try await progress(job) }
            // Stuck. Cancelled or not, what it has done by now may be billed.
            try? await client.cancelBatch(remote, deadline: callDeadline)
            return try await goOnline(job, lost: .unknown("stuck"), snapshot: snapshot)
        case .ended(let word):
            return try await goOnline(job, lost: .unknown(word.lowercased()), snapshot: snapshot)
        case .succeeded:
            var progress = try await progress(job)
            for item in job.items where try await !Self.isDecided(item, store) {
                if try await take(status.answers[item.decisionID], for: item, snapshot: snapshot) {
                    progress.online += 1
                }
            }
            return try await finished(job, online: progress.online)
        }
    }

    /// Everything without a decision is asked for one by one.
    private func goOnline(
        _ job: BatchRecord,
        lost: LostAttempt,
        snapshot: PolicySnapshot
    ) async throws(LedgerError) -> Progress {
        var online = 0
        for item in job.items where try await !Self.isDecided(item, store) {
            try await settleLost(item, as: lost)
            if try await askOnline(item, snapshot: snapshot) { online += 1 }
        }
        return try await finished(job, online: online)
    }

    /// Done once every picture has its decision.
    private func finished(_ job: BatchRecord, online: Int = 0) async throws(LedgerError) -> Progress {
        let decided = try await Self.decided(job, store)
        guard decided == job.items.count else {
            let open = job.items.count - decided
            var progress = try await progress(job, remark: frozen ?? "\(open) decisions could not be written")
            progress.online = online
            return progress
        }
        try await store.advanceBatch(id: job.id, to: .done, remote: nil)
        return Progress(id: job.id, state: .done, pictures: job.items.count, decided: decided, online: online)
    }

    /// Why nothing may be spent; nil when it may.
    private var frozen: String? {
        gateway.spending.freeze.map(\.text)
    }

    private func progress(_ job: BatchRecord, remark: String = "") async throws(LedgerError) -> Progress {
        Progress(
            id: job.id,
            state: job.state,
            pictures: job.items.count,
            decided: try await Self.decided(job, store),
            remark: remark
        )
    }

    /// The profile as it was when the job was made: its contract is what was asked.
    private func snapshot(of job: BatchRecord) async throws(LedgerError) -> PolicySnapshot? {
        try await snapshot(profile: job.profile, revision: job.revision)
    }

    func snapshot(profile: String, revision number: Int) async throws(LedgerError) -> PolicySnapshot? {
        guard let revision = try await store.revision(number: number) else { return nil }
        let read = PolicyReader.read(revision.documents, knownZones: TimeZones.known, now: revision.at)
        guard let set = read.set else { return nil }
        // A zone of a revision that was in force is known.
        let holder = try? PolicyHolder(revision: revision.number, appliedAt: revision.at, set: set)
        return holder?.snapshot(of: profile)
    }
}
