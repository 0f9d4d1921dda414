import Foundation
import Ledger
import TestSupport
import Testing

@testable import SQLiteLedger

/// Commits that were acknowledged and are gone: SQLite reads a cut log as a whole one.
@Suite(.timeLimit(.minutes(2))) struct LostCommitTests {
    private static let files = ["ledger.sqlite", "ledger.sqlite-wal", "ledger.commits", "ledger.mark"]

    /// The folder as a killed writer leaves it, its writer still at work.
    private static func killed(_ ledger: OpenLedger, _ copy: TemporaryFolder) throws -> String {
        let data = copy.file("data")
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        for name in files {
            try FileManager.default.copyItem(atPath: "\(ledger.data)/\(name)", toPath: "\(data)/\(name)")
        }
        return data
    }

    private static func cut(_ data: String, keeping bytes: Int) throws {
        let log = try #require(FileHandle(forUpdatingAtPath: data + "/ledger.sqlite-wal"))
        try log.truncate(atOffset: UInt64(bytes))
        try log.close()
    }

    /// Ten decisions, each a commit of its own; after each how long the log is.
    private static func filled() async throws -> (ledger: OpenLedger, sizes: [Int]) {
        let ledger = try await OpenLedger()
        var sizes: [Int] = []
        for number in 1...10 {
            try await ledger.store.record(Samples.decision("d\(number)"))
            sizes.append(try ledger.size("ledger.sqlite-wal"))
        }
        return (ledger, sizes)
    }

    @Test func saysHowManyAreGoneAndGoesOn() async throws {
        let (ledger, sizes) = try await Self.filled()
        let copy = try TemporaryFolder()
        let data = try Self.killed(ledger, copy)
        try Self.cut(data, keeping: sizes[6])

        // SQLite alone has no doubts; nobody has started yet.
        let reader = try await SQLiteStore.openReadOnly(folder: data)
        let found = try await reader.verification()
        #expect(found.decisions == 7)
        #expect(found.lost == nil)
        #expect(found.differences.count == 1)
        #expect(
            found.differences[0].hasPrefix("commits: the last 3 commits that were acknowledged are gone, with up to ")
        )
        await reader.close()

        let store = try await SQLiteStore.open(folder: data)
        let lost = try #require(try await store.recover(at: Samples.noon).lost)
        #expect(lost.commits == 3)
        #expect((3...300).contains(lost.rows))
        let kept = try #require(try await store.verification().lost)
        #expect(kept.commits == 3 && kept.rows == lost.rows && kept.at != nil)
        #expect(try await store.verification().ties)
        try await store.record(Samples.decision("after"))
        await store.close()

        // What was lost stays known, as of the start that found it.
        let again = try await SQLiteStore.open(folder: data)
        #expect(try await again.recover(at: Samples.noon).lost == kept)
        #expect(try await again.verification().lost?.commits == 3)
        #expect(try await again.verification().decisions == 8)
        await again.close()
        await ledger.store.close()
    }

    /// A flipped bit ends the log for SQLite just as a cut does.
    @Test func seesADamagedLogToo() async throws {
        let (ledger, sizes) = try await Self.filled()
        let copy = try TemporaryFolder()
        let data = try Self.killed(ledger, copy)
        let log = try #require(FileHandle(forUpdatingAtPath: data + "/ledger.sqlite-wal"))
        try log.seek(toOffset: UInt64(sizes[8] + 100))
        try log.write(contentsOf: Data([0xA5, 0x5A, 0xA5, 0x5A]))
        try log.close()
        let store = try await SQLiteStore.open(folder: data)
        #expect(try await store.recover(at: Samples.noon).lost?.commits == 1)
        await store.close()
        await ledger.store.close()
    }

    /// What a crash explains is no loss: the note is behind, missing, or was written in part.
    @Test(arguments: ["behind", "missing", "empty", "torn", "untouched"])
    func raisesNoFalseAlarmAfterACrash(_ state: String) async throws {
        let (ledger, _) = try await Self.filled()
        let copy = try TemporaryFolder()
        let note = try Data(contentsOf: URL(filePath: ledger.data + "/ledger.commits"))
        try await ledger.store.record(Samples.decision("d11"))
        let data = try Self.killed(ledger, copy)
        let path = data + "/ledger.commits"
        switch state {
        case "behind": try note.write(to: URL(filePath: path))
        case "missing": try FileManager.default.removeItem(atPath: path)
        case "empty": try Data().write(to: URL(filePath: path))
        case "torn": try Data("999999 999999 0011".utf8).write(to: URL(filePath: path))
        default: break
        }
        let store = try await SQLiteStore.open(folder: data)
        #expect(try await store.recover(at: Samples.noon).lost == nil)
        let verification = try await store.verification()
        #expect(verification.ties && verification.lost == nil)
        #expect(verification.decisions == 11)
        await store.close()
        await ledger.store.close()
    }

    @Test func tellsOfNoLedgerThatWasPutInAnothersPlace() async throws {
        let (ledger, _) = try await Self.filled()
        let copy = try TemporaryFolder()
        _ = try await LedgerBackup.make(of: ledger.data, at: copy.file("backup.sqlite"))
        for number in 11...15 { try await ledger.store.record(Samples.decision("d\(number)")) }
        await ledger.store.close()
        // By hand, the latest five are missing, and it says so; restored, that was meant.
        try FileManager.default.removeItem(atPath: ledger.data + "/ledger.sqlite")
        try FileManager.default.copyItem(atPath: copy.file("backup.sqlite"), toPath: ledger.data + "/ledger.sqlite")
        let reader = try await SQLiteStore.openReadOnly(folder: ledger.data)
        #expect(try await reader.verification().differences.first?.hasPrefix("commits: the last 5 commits") == true)
        await reader.close()
        try FileManager.default.removeItem(atPath: ledger.data + "/ledger.sqlite")
        _ = try await LedgerBackup.restore(copy.file("backup.sqlite"), to: ledger.data)
        let store = try await SQLiteStore.open(folder: ledger.data)
        #expect(try await store.recover(at: Samples.noon).lost == nil)
        #expect(try await store.verification().ties)
        await store.close()
    }
}
