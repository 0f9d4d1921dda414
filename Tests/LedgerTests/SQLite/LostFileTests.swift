import Foundation
import TestSupport
import Testing

@testable import Ledger
@testable import SQLiteLedger

/// A ledger whose file is no longer there: nothing may be spent into a file that nobody will ever read.
@Suite(.timeLimit(.minutes(2))) struct LostFileTests {
    @Test(arguments: [true, false])
    func refusesToWriteIntoADeletedOrReplacedFile(isReplaced: Bool) async throws {
        let ledger = try await OpenLedger()
        try await ledger.store.checkWritable()
        try FileManager.default.removeItem(atPath: ledger.database)
        if isReplaced { try Data().write(to: URL(fileURLWithPath: ledger.database)) }
        let expected = LedgerError(
            .storage,
            "`\(ledger.database)` was deleted or replaced: stop the server and restore it"
        )
        await #expect(throws: expected) { try await ledger.store.checkWritable() }
        await #expect(throws: expected) { try await ledger.store.reserve(Samples.hold("a")) }
        await ledger.store.close()
    }

    /// Begun anew, every cap would be open again and every key forgotten.
    @Test(arguments: [true, false])
    func startsNoNewLedgerWhereOneWas(isEmptied: Bool) async throws {
        let ledger = try await OpenLedger()
        try await ledger.store.record(Samples.decision("a"))
        await ledger.store.close()
        let whole = try Data(contentsOf: URL(fileURLWithPath: ledger.database))
        try FileManager.default.removeItem(atPath: ledger.database)
        if isEmptied { try Data().write(to: URL(fileURLWithPath: ledger.database)) }
        let expected = LedgerError(
            .storage,
            "`\(ledger.database)` is missing or empty, and this folder had a ledger: restore it from a backup, or name another "
                + "folder to begin with no spending and no keys"
        )
        for _ in 0..<2 { await #expect(throws: expected) { try await SQLiteStore.open(folder: ledger.data) } }
        try whole.write(to: URL(fileURLWithPath: ledger.database))
        let restored = try await SQLiteStore.open(folder: ledger.data)
        #expect(try await restored.decision(id: "a") == Samples.decision("a"))
        await restored.close()
    }

    /// Its first rows are in the log alone: the file says all the same that it is a ledger.
    @Test func aYoungFileSaysWhatItIs() async throws {
        let ledger = try await OpenLedger()
        try await ledger.store.record(Samples.decision("a"))
        let young = try Data(contentsOf: URL(fileURLWithPath: ledger.database))
        #expect(young.count > 4_096)
        let folder = try TemporaryFolder()
        try young.write(to: URL(fileURLWithPath: folder.file("ledger.sqlite")))
        let alone = try await SQLiteStore.openReadOnly(folder: folder.path)
        #expect(try await alone.decision(id: "a") == nil)
        await alone.close()
        await ledger.store.close()
    }

    /// A file of a database without any table, where a ledger was.
    @Test func startsNoNewLedgerInAFileThatLostItsTables() async throws {
        let ledger = try await OpenLedger()
        await ledger.store.close()
        try FileManager.default.removeItem(atPath: ledger.database)
        try Connection(path: ledger.database, mode: .write).script("CREATE TABLE t (a); DROP TABLE t;")
        do throws(LedgerError) {
            _ = try await SQLiteStore.open(folder: ledger.data)
            Issue.record("a ledger was begun anew")
        } catch {
            #expect(error.code == .storage)
            #expect(error.message.contains("this folder had a ledger"))
        }
    }

    @Test func writesOnWhenTheFileIsBack() async throws {
        let ledger = try await OpenLedger()
        let aside = ledger.folder.file("aside")
        try FileManager.default.moveItem(atPath: ledger.database, toPath: aside)
        await #expect(throws: LedgerError.self) { try await ledger.store.record(Samples.decision("a")) }
        try FileManager.default.moveItem(atPath: aside, toPath: ledger.database)
        try await ledger.store.record(Samples.decision("a"))
        let found = try await ledger.store.decision(id: "a")
        #expect(found == Samples.decision("a"))
        let verification = try await ledger.store.verification()
        #expect(verification.ties)
        await ledger.store.close()
    }

    /// What a write that changes nothing leaves behind: a page of the log, on disk.
    @Test func checksByWriting() async throws {
        let ledger = try await OpenLedger()
        let before = try ledger.size("ledger.sqlite-wal")
        try await ledger.store.checkWritable()
        let after = try ledger.size("ledger.sqlite-wal")
        #expect(after > before)
        await ledger.store.close()
        let again = try await SQLiteStore.open(folder: ledger.data)
        await again.close()
    }
}
