import Dispatch
import Economics
import Platform
import TestSupport
import Testing

@testable import Ledger
@testable import SQLiteLedger

@Suite(.timeLimit(.minutes(2))) struct GroupCommitTests {
    private typealias Body = @Sendable (Connection) throws(LedgerError) -> Void

    /// Holds the writer's thread until all of `writes` wait behind it, so that they become one group. Gives the error
    /// of each.
    private func asOneGroup(_ ledger: OpenLedger, _ writes: [Body]) async throws -> [LedgerError?] {
        let writer = try ledger.writer
        let gate = DispatchSemaphore(value: 0)
        let isHeld = Locked(false)
        return await withTaskGroup(of: (Int, LedgerError?).self) { group in
            @Sendable func outcome(_ number: Int, _ body: @escaping Body) async -> (Int, LedgerError?) {
                do throws(LedgerError) {
                    try await writer.write(body)
                    return (number, nil)
                } catch {
                    return (number, error)
                }
            }
            group.addTask {
                await outcome(-1) { _ in
                    isHeld.withLock { $0 = true }
                    gate.wait()
                }
            }
            while !isHeld.withLock({ $0 }) { await Task.yield() }
            for (number, body) in writes.enumerated() {
                group.addTask { await outcome(number, body) }
                while writer.waiting <= number { await Task.yield() }
            }
            gate.signal()
            var results = [LedgerError?](repeating: nil, count: writes.count)
            for await (number, error) in group where number >= 0 { results[number] = error }
            return results
        }
    }

    private func recording(_ id: String) -> Body {
        { connection throws(LedgerError) in try connection.record(Samples.decision(id)) }
    }

    private func running(_ sql: String) -> Body {
        { connection throws(LedgerError) in try connection.script(sql) }
    }

    /// Runs its steps, then fails.
    private func failing(_ error: LedgerError, after body: @escaping Body) -> Body {
        { connection throws(LedgerError) in
            try body(connection)
            throw error
        }
    }

    @Test func writesThatWaitTogetherShareOneCommit() async throws {
        let ledger = try await OpenLedger()
        let before = await (try ledger.writer).counts
        let errors = try await asOneGroup(ledger, (0..<50).map { recording("d\($0)") })
        let after = await (try ledger.writer).counts
        #expect(errors.allSatisfy { $0 == nil })
        #expect(after.writes - before.writes == 51)
        #expect(after.commits - before.commits == 2)
        #expect(try await ledger.store.recentDecisions(limit: 100).count == 50)
        await ledger.store.close()
    }

    @Test func failingWriteLeavesItsNeighboursAlone() async throws {
        let ledger = try await OpenLedger()
        let broken = LedgerError(.storage, "broken half way")
        let errors = try await asOneGroup(
            ledger,
            [
                recording("a"),
                failing(broken, after: recording("half")),
                recording("a"),
                running("INSERT INTO absent VALUES (1)"),
                recording("b"),
            ]
        )
        #expect(errors[0] == nil)
        #expect(errors[1] == broken)
        #expect(errors[2] == LedgerError(.duplicate, "decision `a` is in the ledger already"))
        let unknown = "sqlite 1 (no such table: absent) in `INSERT INTO absent VALUES (1)`"
        #expect(errors[3] == LedgerError(.storage, unknown))
        #expect(errors[4] == nil)
        #expect(try await ledger.store.recentDecisions(limit: 9).map(\.id) == ["b", "a"])
        #expect(try await ledger.store.verification().ties)
        await ledger.store.close()
    }

    @Test func lostTransactionIsToldToEveryoneInIt() async throws {
        let ledger = try await OpenLedger()
        // What SQLite does by itself when the disk is full.
        let full = LedgerError(.storage, "disk full")
        let errors = try await asOneGroup(
            ledger,
            [
                recording("a"),
                failing(full, after: running("ROLLBACK")),
                recording("b"),
            ]
        )
        #expect(errors == [full, full, full])
        try await ledger.store.record(Samples.decision("c"))
        #expect(try await ledger.store.recentDecisions(limit: 9).map(\.id) == ["c"])
        await ledger.store.close()
    }

    @Test func failedCommitIsToldToEveryoneInIt() async throws {
        let ledger = try await OpenLedger()
        let errors = try await asOneGroup(
            ledger,
            [
                recording("a"),
                // Broken only when the commit looks at it.
                running("PRAGMA defer_foreign_keys = ON; INSERT INTO idempotency VALUES ('s', 'k', 1, 99)"),
                recording("a"),
            ]
        )
        let expected = LedgerError(.invariant, "sqlite 787 (FOREIGN KEY constraint failed) in `COMMIT`")
        #expect(errors == [expected, expected, expected])
        #expect(try await ledger.store.recentDecisions(limit: 9).isEmpty)
        #expect(try await ledger.store.verification().ties)
        await ledger.store.close()
    }

    @Test func refusesWhileSomeoneElseWrites() async throws {
        let ledger = try await OpenLedger()
        _ = try await (try ledger.writer).write { connection throws(LedgerError) in
            try connection.integer("PRAGMA busy_timeout = 1")
        }
        let other = try Connection(path: ledger.database, mode: .write)
        try other.script("BEGIN IMMEDIATE")
        let expected = LedgerError(.storage, "sqlite 5 (database is locked) in `BEGIN IMMEDIATE`")
        await #expect(throws: expected) { try await ledger.store.record(Samples.decision("a")) }
        try other.script("ROLLBACK")
        try await ledger.store.record(Samples.decision("a"))
        await ledger.store.close()
    }

    @Test func fullDiskRefusesWritesAndKeepsWhatWasThere() async throws {
        let ledger = try await OpenLedger()
        try await ledger.store.record(Samples.decision("a"))
        let pages = try await ledger.integer("PRAGMA page_count")
        _ = try await ledger.integer("PRAGMA max_page_count = \(pages + 2)")
        var large = Samples.decision("large")
        large.answer = [UInt8](repeating: 1, count: 100_000)
        let refused = large
        let error = await #expect(throws: LedgerError.self) { try await ledger.store.record(refused) }
        #expect(error?.code == .storage)
        #expect(error?.message.hasPrefix("sqlite 13 (database or disk is full) in `INSERT INTO decisions") == true)
        _ = try await ledger.integer("PRAGMA max_page_count = 1000000")
        try await ledger.store.record(large)
        #expect(try await ledger.store.recentDecisions(limit: 9).map(\.id) == ["large", "a"])
        #expect(try await ledger.store.verification().ties)
        await ledger.store.close()
    }

    @Test func closingKeepsEveryWriteThatWasAnswered() async throws {
        let ledger = try await OpenLedger()
        let store = ledger.store
        let started = Latch()
        let answered = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<200 {
                group.addTask {
                    if number == 100 { started.open() }
                    do throws(LedgerError) {
                        try await store.record(Samples.decision("d\(number)"))
                        return "d\(number)"
                    } catch {
                        #expect(error == LedgerError(.storage, "the ledger is closed"))
                        return nil
                    }
                }
            }
            await started.wait()
            await store.close()
            var ids: Set<String> = []
            for try await id in group { if let id { ids.insert(id) } }
            return ids
        }
        let again = try await SQLiteStore.open(folder: ledger.data)
        #expect(Set(try await again.recentDecisions(limit: 500).map(\.id)) == answered)
        #expect(try await again.verification().ties)
        await again.close()
    }

    @Test func boundsWhatWaits() {
        let queue = CommitQueue()
        let write = PendingWrite(run: { _ in {} }, refuse: { _ in })
        var admitted = 0
        var refusal: LedgerError?
        while refusal == nil {
            if case .refused(let error) = queue.add(write) { refusal = error } else { admitted += 1 }
        }
        #expect(admitted == CommitQueue.limit)
        #expect(refusal == LedgerError(.storage, "65536 writes wait for the disk"))
        _ = queue.next()
        #expect(queue.count < CommitQueue.limit)
    }
}
