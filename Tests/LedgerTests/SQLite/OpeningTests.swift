import Foundation
import TestSupport
import Testing

@testable import Ledger
@testable import SQLiteLedger

@Suite(.timeLimit(.minutes(2))) struct OpeningTests {
    @Test func createsTheFolderAndItsFilesForTheOwnerAlone() async throws {
        let folder = try TemporaryFolder()
        let data = folder.file("new/data")
        let store = try await SQLiteStore.open(folder: data)
        try await store.record(Samples.decision("a"))
        let modes = try ["", "/ledger.sqlite", "/ledger.sqlite-wal", "/torii.lock", "/ledger.mark"].map { name in
            try FileManager.default.attributesOfItem(atPath: data + name)[.posixPermissions] as? Int
        }
        #expect(modes == [0o700, 0o600, 0o600, 0o600, 0o600])
        await store.close()
    }

    @Test func findsEverythingAgain() async throws {
        let ledger = try await OpenLedger()
        try await ledger.store.record(Samples.decision("a"))
        await ledger.store.close()
        let again = try await SQLiteStore.open(folder: ledger.data)
        #expect(try await again.decision(id: "a") == Samples.decision("a"))
        #expect(try await again.verification().ties)
        await again.close()
    }

    @Test func refusesASecondWriterAndNamesTheFirst() async throws {
        let ledger = try await OpenLedger()
        let process = ProcessInfo.processInfo.processIdentifier
        let expected = LedgerError(.locked, "the data folder `\(ledger.data)` is in use by process \(process)")
        await #expect(throws: expected) { try await SQLiteStore.open(folder: ledger.data) }
        await ledger.store.close()
        let next = try await SQLiteStore.open(folder: ledger.data)
        await next.close()
    }

    @Test func refusesAFolderItCannotMake() async throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: folder.file("taken")))
        let expected = LedgerError(
            .storage,
            "cannot create the data folder `\(folder.file("taken/data"))`: Not a directory"
        )
        await #expect(throws: expected) { try await SQLiteStore.open(folder: folder.file("taken/data")) }
    }

    @Test func refusesAFolderInPlaceOfTheFile() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("ledger.sqlite")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let expected = LedgerError(.storage, "cannot create `\(path)`: Is a directory")
        await #expect(throws: expected) { try await SQLiteStore.open(folder: folder.path) }
    }

    @Test func refusesAFileOfANewerVersionAndGivesTheLockBack() async throws {
        let ledger = try await OpenLedger()
        try await ledger.raw("PRAGMA user_version = 99")
        await ledger.store.close()
        let expected = LedgerError(
            .schema,
            "the ledger has schema 99 and this version knows \(Schema.version): use the newer Torii that wrote it"
        )
        for _ in 0..<2 {
            await #expect(throws: expected) { try await SQLiteStore.open(folder: ledger.data) }
            await #expect(throws: expected) { try await SQLiteStore.openReadOnly(folder: ledger.data) }
        }
    }

    @Test func refusesADatabaseOfSomeoneElse() async throws {
        let folder = try TemporaryFolder()
        let other = try Connection(path: folder.file("ledger.sqlite"), mode: .write)
        try other.script("CREATE TABLE notes (text TEXT)")
        let expected = LedgerError(.schema, "the file is a database, but not a ledger of Torii")
        await #expect(throws: expected) { try await SQLiteStore.open(folder: folder.path) }
    }

    @Test func refusesAFileThatIsNoDatabase() async throws {
        let folder = try TemporaryFolder()
        try Data(repeating: 65, count: 8_192).write(to: URL(fileURLWithPath: folder.file("ledger.sqlite")))
        let error = await #expect(throws: LedgerError.self) { try await SQLiteStore.open(folder: folder.path) }
        #expect(error?.code == .storage)
        #expect(error?.message.contains("file is not a database") == true)
    }

    @Test func runsWithTheSettingsMoneyNeeds() async throws {
        let ledger = try await OpenLedger()
        #expect(try await ledger.integer("PRAGMA synchronous") == 2)
        #expect(try await ledger.integer("PRAGMA foreign_keys") == 1)
        #expect(try await ledger.integer("PRAGMA busy_timeout") == 5_000)
        #expect(try await ledger.integer("PRAGMA application_id") == Schema.applicationID)
        #expect(try await ledger.integer("SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'wal'") == 1)
        #expect(try await ledger.integer("SELECT max(version) FROM migrations") == Int64(Schema.version))
        await ledger.store.close()
    }

    @Test func readsBesideTheWriterWithoutALock() async throws {
        let ledger = try await OpenLedger()
        let reader = try await SQLiteStore.openReadOnly(folder: ledger.data)
        try await ledger.store.record(Samples.decision("a"))
        #expect(try await reader.decision(id: "a") == Samples.decision("a"))
        #expect(try await reader.recentDecisions(limit: 5).count == 1)
        let expected = LedgerError(.storage, "the ledger is open for reading only")
        await #expect(throws: expected) { try await reader.record(Samples.decision("b")) }
        await ledger.store.close()
        #expect(try await reader.verification().ties)
        await reader.close()
    }

    @Test func readsWithoutAWriter() async throws {
        let ledger = try await OpenLedger()
        try await ledger.store.record(Samples.decision("a"))
        let cut = try await ledger.copy()
        await cut.store.close()
        let reader = try await SQLiteStore.openReadOnly(folder: cut.data)
        #expect(try await reader.decision(id: "a")?.id == "a")
        await reader.close()
        await ledger.store.close()
    }

    @Test func readingNeedsALedgerOfThisVersion() async throws {
        let folder = try TemporaryFolder()
        let missing = LedgerError(.notFound, "there is no ledger in `\(folder.path)`: start the server there once")
        await #expect(throws: missing) { try await SQLiteStore.openReadOnly(folder: folder.path) }

        let ledger = try await OpenLedger()
        try await ledger.raw("PRAGMA user_version = 0")
        await ledger.store.close()
        let old = LedgerError(
            .schema,
            "the ledger has an older schema: start the server once to bring it up to date"
        )
        await #expect(throws: old) { try await SQLiteStore.openReadOnly(folder: ledger.data) }
    }
}
