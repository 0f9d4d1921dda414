package import Economics
import Gemini
package import Ledger
import Platform
package import Policy

/// Sends pictures together, at half the price, and brings their answers into the ledger. Every step is on disk before
/// what follows it, so that a job goes on after a restart where it was.
package struct BatchDesk: Sendable {
    /// A picture to send: where it lies, and its bytes.
    struct Picture: Sendable {
        let path: String
        let bytes: [UInt8]
    }

    /// What became of pictures that were to be sent.
    package struct Submission: Sendable {
        package var jobs: [Progress]
        /// What is no picture, or cannot be read: in no job.
        package var refused: [(path: String, why: String)]
        /// Held back by the gate or answered from the cache: in no job either, and done.
        package var answered: Int
        /// The same bytes as one before them: sent once, so in no job either.
        package var repeated: Int

        package init(
            jobs: [Progress],
            refused: [(path: String, why: String)],
            answered: Int = 0,
            repeated: Int = 0
        ) {
            self.jobs = jobs
            self.refused = refused
            self.answered = answered
            self.repeated = repeated
        }
    }

    /// How large a job may become.
    package struct Limits: Sendable {
        package var pictures: Int
        package var bytes: Int

        package init(pictures: Int = 500, bytes: Int = GeminiClient.largestBatchBytes) {
            self.pictures = pictures
            self.bytes = bytes
        }
    }

    /// What became of a job at one look.
    package struct Progress: Sendable, Hashable {
        package let id: String
        package let state: BatchRecord.State
        package let pictures: Int
        /// Pictures with a decision.
        package var decided: Int
        /// Of them at this look, those that were asked for one by one.
        package var online = 0
        /// What stands in the way, for people; empty when nothing does.
        package var remark = ""
    }

    let gateway: Gateway
    /// For files: a slow disk holds up this desk alone.
    let files = BlockingPool(threads: 1, name: "torii-batch")

    package init(gateway: Gateway) { self.gateway = gateway }

    var store: any LedgerStore { gateway.store }
    /// For one call about a batch.
    var callDeadline: ContinuousClock.Instant { .now + .seconds(60) }

    /// Prepares jobs of the pictures and sends them.
    ///
    /// - Parameters:
    ///   - paths: Absolute: a job may be collected from another folder.
    ///   - deadline: From then on what is missing is asked for one by one.
    package func submit(
        _ paths: [String],
        snapshot: PolicySnapshot,
        deadline: Timestamp,
        limits: Limits = Limits()
    ) async throws(LedgerError) -> Submission {
        var submission = Submission(jobs: [], refused: [])
        var entries: [BatchEntry] = []
        var size = 0
        var seen: Set<[UInt8]> = []
        for path in paths {
            let entry: BatchEntry
            switch await prepared(at: path, snapshot: snapshot) {
            case .success(let prepared?): entry = prepared
            case .success(nil):
                submission.answered += 1
                continue
            case .failure(let refusal):
                submission.refused.append((path, refusal.why))
                continue
            }
            guard seen.insert(entry.item.sha256).inserted else {
                submission.repeated += 1
                continue
            }
            if entries.count >= limits.pictures || (size + entry.body.count > limits.bytes && !entries.isEmpty) {
                submission.jobs.append(try await begin(entries, snapshot: snapshot, deadline: deadline))
                entries = []
                size = 0
            }
            entries.append(entry)
            size += entry.body.count
        }
        if !entries.isEmpty {
            submission.jobs.append(try await begin(entries, snapshot: snapshot, deadline: deadline))
        }
        return submission
    }

    /// Looks at every job that is not done and moves it on as far as it goes now.
    package func collect() async throws(LedgerError) -> [Progress] {
        var progress: [Progress] = []
        for job in try await store.batches(open: true) { progress.append(try await advance(job)) }
        return progress
    }

    /// Where all jobs are, from the ledger alone.
    package static func status(_ store: any LedgerStore, open: Bool) async throws(LedgerError) -> [Progress] {
        var progress: [Progress] = []
        for job in try await store.batches(open: open) {
            progress.append(
                Progress(
                    id: job.id,
                    state: job.state,
                    pictures: job.items.count,
                    decided: try await decided(job, store)
                )
            )
        }
        return progress
    }

    static func decided(_ job: BatchRecord, _ store: any LedgerStore) async throws(LedgerError) -> Int {
        var count = 0
        for item in job.items where try await isDecided(item, store) { count += 1 }
        return count
    }

    func begin(
        _ entries: [BatchEntry],
        snapshot: PolicySnapshot,
        deadline: Timestamp
    ) async throws(LedgerError) -> Progress {
        let now = gateway.clock.now()
        let cloud = snapshot.profile.cloud
        let job = BatchRecord(
            id: gateway.ids.next(),
            profile: snapshot.profile.name,
            revision: snapshot.revision,
            model: snapshot.set.servingModel(for: cloud.model, at: now),
            createdAt: now,
            deadline: deadline,
            state: .prepared,
            remote: nil,
            items: entries.map(\.item)
        )
        try await store.addBatch(job)
        let bodies = Dictionary(entries.map { ($0.item.decisionID, $0) }, uniquingKeysWith: { first, _ in first })
        return try await send(job, entries: bodies, snapshot: snapshot)
    }
}
