import Foundation
import TestSupport
import Testing

@testable import Ledger
@testable import SQLiteLedger

/// A SQLite ledger in a folder of its own, with what tests need to look behind it.
struct OpenLedger {
    let folder: TemporaryFolder
    let store: SQLiteStore

    var data: String { folder.file("data") }
    var database: String { "\(data)/ledger.sqlite" }

    init() async throws {
        folder = try TemporaryFolder()
        store = try await SQLiteStore.open(folder: folder.file("data"))
    }

    private init(folder: TemporaryFolder) async throws {
        self.folder = folder
        store = try await SQLiteStore.open(folder: folder.file("data"))
    }

    var writer: Writer {
        get throws { try #require(store.writer) }
    }

    /// Runs statements as the writer would, in one transaction.
    func raw(_ sql: String) async throws {
        try await writer.write { connection throws(LedgerError) in try connection.script(sql) }
    }

    func integer(_ sql: String) async throws -> Int64 {
        try await writer.write { connection throws(LedgerError) in try connection.integer(sql) }
    }

    /// The ledger as a machine would find it that lost its power now: the file and its log as they are on disk.
    ///
    /// - Parameter cut: Bytes missing at the end of the log.
    func copy(cut: Int = 0) async throws -> OpenLedger {
        let copy = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: copy.file("data"), withIntermediateDirectories: true)
        // The file first: between checkpoints it does not change, and the log only grows.
        for name in ["ledger.sqlite", "ledger.sqlite-wal"] {
            try FileManager.default.copyItem(atPath: "\(data)/\(name)", toPath: copy.file("data/\(name)"))
        }
        if cut > 0 {
            let log = try #require(FileHandle(forUpdatingAtPath: copy.file("data/ledger.sqlite-wal")))
            try log.truncate(atOffset: log.seekToEnd() - UInt64(cut))
            try log.close()
        }
        return try await OpenLedger(folder: copy)
    }

    func size(_ name: String) throws -> Int {
        let facts = try FileManager.default.attributesOfItem(atPath: "\(data)/\(name)")
        return try #require(facts[.size] as? Int)
    }

    func mode(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }
}
