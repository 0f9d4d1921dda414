import Economics
import Foundation
import TestSupport
import Testing

@testable import Ledger
@testable import SQLiteLedger

@Suite(.timeLimit(.minutes(5))) struct BackupTests {
    private static func fill(_ store: SQLiteStore, _ range: Range<Int>) async throws {
        for number in range {
            _ = try await store.reserve(Samples.hold("d\(number)"))
            try await store.settle(Samples.settlement("d\(number)", cost: 60))
            try await store.record(Samples.decision("d\(number)", cost: 60, key: "k\(number)"))
        }
    }

    @Test func putsBackWhatItCopied() async throws {
        let ledger = try await OpenLedger()
        try await ledger.store.append(Samples.revision(1))
        try await Self.fill(ledger.store, 0..<20)
        _ = try await ledger.store.reserve(Samples.hold("open"))
        let file = ledger.folder.file("copy.sqlite")
        let made = try await LedgerBackup.make(of: ledger.data, at: file)
        #expect((made.decisions, made.attempts, made.revision) == (20, 21, 1))
        #expect(try ledger.mode(file) == 0o600)
        // What comes later is not in it.
        try await Self.fill(ledger.store, 20..<30)
        let folder = ledger.folder.file("restored")
        #expect(try await LedgerBackup.restore(file, to: folder).decisions == 20)
        let restored = try await SQLiteStore.open(folder: folder)
        #expect(try await restored.verification().differences == [])
        #expect(
            try await restored.day()
                == WindowTotals(
                    settled: Money(nanoUSD: 1_200),
                    held: Money(nanoUSD: 100),
                    uncertain: .zero
                )
        )
        #expect(try await restored.decision(id: "d7") == (try await ledger.store.decision(id: "d7")))
        #expect(try await restored.latestRevision() == Samples.revision(1))
        // It is a ledger like any other.
        #expect(try await restored.recover(at: Samples.noon).holdsSettled == 1)
        try await Self.fill(restored, 40..<41)
        await restored.close()
        await ledger.store.close()
    }

    /// A copy made in the middle of writes ties by itself.
    @Test func copiesOneMomentWhileOthersWrite() async throws {
        let ledger = try await OpenLedger()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await Self.fill(ledger.store, 0..<300) }
            group.addTask {
                for number in 0..<4 {
                    let file = ledger.folder.file("copy-\(number).sqlite")
                    _ = try await LedgerBackup.make(of: ledger.data, at: file)
                    let folder = ledger.folder.file("restored-\(number)")
                    _ = try await LedgerBackup.restore(file, to: folder)
                    let copy = try await SQLiteStore.openReadOnly(folder: folder)
                    #expect(try await copy.verification().differences == [])
                    await copy.close()
                }
            }
            try await group.waitForAll()
        }
        #expect(try await ledger.store.verification().decisions == 300)
        await ledger.store.close()
    }

    @Test func writesOverNothing() async throws {
        let ledger = try await OpenLedger()
        try await Self.fill(ledger.store, 0..<1)
        let file = ledger.folder.file("copy.sqlite")
        try Data("mine".utf8).write(to: URL(filePath: file))
        let there = LedgerError(.duplicate, "`\(file)` is there already: nothing is written over")
        await #expect(throws: there) { try await LedgerBackup.make(of: ledger.data, at: file) }
        #expect(try Data(contentsOf: URL(filePath: file)) == Data("mine".utf8))
        let other = ledger.folder.file("other.sqlite")
        _ = try await LedgerBackup.make(of: ledger.data, at: other)
        let held = await #expect(throws: LedgerError.self) { try await LedgerBackup.restore(other, to: ledger.data) }
        #expect(held?.code == .locked)
        await ledger.store.close()
        let full = await #expect(throws: LedgerError.self) { try await LedgerBackup.restore(other, to: ledger.data) }
        #expect(full?.code == .duplicate)
    }

    @Test func refusesWhatIsNoLedgerOrDamaged() async throws {
        let ledger = try await OpenLedger()
        try await Self.fill(ledger.store, 0..<200)
        let file = ledger.folder.file("copy.sqlite")
        _ = try await LedgerBackup.make(of: ledger.data, at: file)
        await ledger.store.close()
        // Half of it overwritten.
        let handle = try #require(FileHandle(forUpdatingAtPath: file))
        let size = try handle.seekToEnd()
        try handle.seek(toOffset: size / 2)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(size / 4)))
        try handle.close()
        let target = ledger.folder.file("restored")
        await #expect(throws: LedgerError.self) { try await LedgerBackup.restore(file, to: target) }
        #expect(!FileManager.default.fileExists(atPath: target + "/ledger.sqlite"))
        let text = ledger.folder.file("notes.txt")
        try Data("not a database, however long this text may be".utf8).write(to: URL(filePath: text))
        await #expect(throws: LedgerError.self) { try await LedgerBackup.restore(text, to: target) }
        let missing = await #expect(throws: LedgerError.self) {
            try await LedgerBackup.make(of: ledger.folder.file("nowhere"), at: ledger.folder.file("x.sqlite"))
        }
        #expect(missing?.code == .notFound)
        #expect(!FileManager.default.fileExists(atPath: ledger.folder.file("x.sqlite")))
    }
}
