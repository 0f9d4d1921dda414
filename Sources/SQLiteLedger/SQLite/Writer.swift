import Ledger
import Platform

/// The one connection that writes, on a thread of its own.
///
/// Each transaction is a group of writes and one fsync; a caller resumes when its group is on disk.
actor Writer {
    /// What the writer has done since it opened.
    struct Counts: Sendable, Hashable {
        var writes = 0
        var commits = 0
    }

    private let executor = ThreadExecutor(name: "ledger-writer")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private nonisolated let queue = CommitQueue()
    private var connection: Connection?
    private var lock: FolderLock?
    /// The file that was opened, and where it must still be.
    private var file: (path: String, identity: FileIdentity?) = ("", nil)
    private var folder: LedgerFolder?
    private(set) var counts = Counts()
    private var note: NoteFile?
    private var commits = CommitCount(number: 0, changes: 0)
    /// `changes` of the connection at the last commit.
    private var changes: Int64 = 0

    /// Pages of the write-ahead log (4 KiB each) above which it is written back into the file, between two groups.
    private static let checkpointPages = 2_000

    /// Creates the folder, takes its lock and opens or creates the file in it.
    func open(_ folder: LedgerFolder, durability: Durability) throws(LedgerError) {
        lock = try folder.lock()
        do {
            try folder.checkKept()
            try folder.createFile()
            let connection = try Connection(path: folder.databasePath, mode: .write)
            // Only a new file takes it: pages that pruning frees can then go back to the disk.
            try connection.script("PRAGMA auto_vacuum = INCREMENTAL")
            try connection.script(
                """
                PRAGMA journal_mode = WAL;
                PRAGMA synchronous = \(durability.rawValue);
                PRAGMA foreign_keys = ON;
                PRAGMA trusted_schema = OFF;
                PRAGMA temp_store = MEMORY;
                PRAGMA cache_size = -32000;
                PRAGMA journal_size_limit = 67108864;
                """
            )
            let isNew = try Schema.check(connection) == 0
            if isNew { try folder.checkNew() }
            try Schema.migrate(connection)
            // The file itself says from now on that it is a ledger, whatever becomes of its log.
            if isNew { try connection.script("PRAGMA wal_checkpoint(TRUNCATE)") }
            try folder.mark()
            file = (folder.databasePath, FileIdentity(path: folder.databasePath))
            try resumeCounting(connection, folder, isNew: isNew)
            self.connection = connection
            self.folder = folder
        } catch {
            lock = nil
            throw error
        }
    }

    /// Compares the commits there are with those that were acknowledged, and goes on counting.
    private func resumeCounting(_ connection: Connection, _ folder: LedgerFolder, isNew: Bool) throws(LedgerError) {
        commits = try connection.commitCount()
        if isNew {
            // It tells of a ledger that was here before.
            FileContent.remove(folder.commitPath)
        } else if let told = CommitCount(notedIn: folder.commitPath), let lost = told.lost(after: commits) {
            try connection.note(lost, upTo: told)
            commits = told
        }
        changes = connection.changes
        note = NoteFile(folder.commitPath)
        note?.write(commits.note, isFirst: true)
    }

    /// Runs `body` in the next transaction and returns once that is on disk. A throwing `body` leaves no trace and does
    /// not harm its neighbours. `body` may run again when its group has to be taken apart, never twice for good.
    nonisolated func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(LedgerError) -> Value
    ) async throws(LedgerError) -> Value {
        let result: Result<Value, LedgerError> = await withCheckedContinuation { continuation in
            let write = PendingWrite(
                run: { connection throws(LedgerError) in
                    let value = try body(connection)
                    return { continuation.resume(returning: .success(value)) }
                },
                refuse: { continuation.resume(returning: .failure($0)) }
            )
            switch queue.add(write) {
            case .first: Task { await drain() }
            case .queued: break
            case .refused(let error): write.refuse(error)
            }
        }
        return try result.get()
    }

    /// Throws `storage` when the disk is as good as full.
    func checkRoom() throws(LedgerError) { try folder?.checkRoom() }

    /// Writes that wait for the transaction under way.
    nonisolated var waiting: Int { queue.count }

    /// Runs `body` on the writer's thread with no transaction around it; returns the seconds that took. For measuring.
    func alone(_ body: @Sendable (Connection) throws(LedgerError) -> Void) throws(LedgerError) -> Double {
        guard let connection else { throw .closed }
        let start = ContinuousClock.now
        try body(connection)
        return start.duration(to: .now) / .seconds(1)
    }

    /// Ends what was queued, then closes the file and gives the lock back.
    func close() {
        queue.close()
        drain()
        connection = nil
        note = nil
        lock = nil
    }

    private func drain() {
        while true {
            let batch = queue.next()
            if batch.isEmpty { return }
            guard let connection else {
                for write in batch { write.refuse(.closed) }
                continue
            }
            commit(batch, connection)
            if connection.walPages > Self.checkpointPages {
                // A reader in the way or a full disk: the log stays longer and the next group tries again.
                try? connection.script("PRAGMA wal_checkpoint(PASSIVE)")
            }
        }
    }

    /// One transaction. Answers leave only after it is on disk, refusals too: they may rest on what a neighbour wrote.
    private func commit(_ batch: [PendingWrite], _ connection: Connection) {
        guard FileIdentity(path: file.path) == file.identity else {
            let gone = LedgerError(.storage, "`\(file.path)` was deleted or replaced: stop the server and restore it")
            for write in batch { write.refuse(gone) }
            return
        }
        var answers: [@Sendable () -> Void] = []
        answers.reserveCapacity(batch.count)
        var next = CommitCount(number: commits.number + 1, changes: commits.changes)
        defer { changes = connection.changes }
        do {
            try connection.transaction("BEGIN IMMEDIATE") { connection throws(LedgerError) in
                for write in batch { answers.append(try answer(to: write, connection)) }
                next.changes += connection.changes - changes
                try connection.note(next)
            }
        } catch {
            for write in batch { write.refuse(error) }
            return
        }
        commits = next
        note?.write(next.note)
        counts.writes += batch.count
        counts.commits += 1
        for answer in answers { answer() }
    }

    /// Runs one write inside a savepoint. Throws only when the whole transaction is lost.
    private func answer(
        to write: PendingWrite,
        _ connection: Connection
    ) throws(LedgerError) -> @Sendable () -> Void {
        try connection.run("SAVEPOINT one")
        do {
            let answer = try write.run(connection)
            try connection.run("RELEASE one")
            return answer
        } catch {
            // SQLite ends a transaction by itself when the disk is full or fails: then the neighbours are gone too.
            guard connection.isInTransaction else { throw error }
            try connection.run("ROLLBACK TO one")
            try connection.run("RELEASE one")
            return { write.refuse(error) }
        }
    }
}
