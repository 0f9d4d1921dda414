import Glibc
package import Ledger
import Platform

/// Copies of a ledger, made and put back.
///
/// A copy is a whole database of its own, as the ledger stood at one moment: whoever writes meanwhile is neither held up
/// nor seen.
package enum LedgerBackup {
    /// What is in a copy.
    package struct Facts: Sendable, Hashable {
        package let bytes: Int
        package let decisions: Int
        package let attempts: Int
        package let revision: Int
    }

    /// Copies the ledger of a data folder to a file, beside a server or without one; returns what the copy holds.
    ///
    /// Throws `duplicate` when the file is there already, `notFound` without a ledger, or `storage`: then no file is left.
    package static func make(of folder: String, at path: String) async throws(LedgerError) -> Facts {
        try createEmpty(path)
        let reader = Reader(name: "ledger-backup")
        do {
            try await reader.open(LedgerFolder(path: folder))
            try await copy(reader, to: path)
            await reader.close()
            return try await facts(of: path)
        } catch {
            await reader.close()
            unsafe unlink(path)
            throw error
        }
    }

    /// Puts a copy into a data folder that has no ledger; returns what is now there.
    ///
    /// Throws `duplicate` when the folder has a ledger, `locked` when a process holds it, `schema` for a file that is no
    /// ledger or of a newer version, or `storage` for one that is damaged: then the folder is left without a ledger.
    package static func restore(_ path: String, to folder: String) async throws(LedgerError) -> Facts {
        _ = try await facts(of: path)
        let folder = LedgerFolder(path: folder)
        let lock = try folder.lock()
        defer { withExtendedLifetime(lock) {} }
        try createEmpty(folder.databasePath)
        // It tells of the ledger that was here before.
        FileContent.remove(folder.commitPath)
        let reader = Reader(name: "ledger-restore")
        do {
            try await reader.open(file: path)
            try await copy(reader, to: folder.databasePath)
            await reader.close()
            return try await facts(of: folder.databasePath)
        } catch {
            await reader.close()
            unsafe unlink(folder.databasePath)
            throw error
        }
    }

    /// Reads a copy through and says what is in it. Throws `schema` or `storage`.
    package static func facts(of path: String) async throws(LedgerError) -> Facts {
        let reader = Reader(name: "ledger-check")
        try await reader.open(file: path, cure: "make it `ledger.sqlite` of an empty folder and start a server there")
        do {
            let facts = try await reader.read { connection throws(LedgerError) in
                let remark = try connection.first("PRAGMA quick_check(1)") { $0.text() }
                guard remark == "ok" else {
                    throw LedgerError(.storage, "`\(path)` is damaged: \(remark ?? "it cannot be read")")
                }
                return Facts(
                    bytes: Int(try connection.integer("PRAGMA page_count"))
                        * Int(try connection.integer("PRAGMA page_size")),
                    decisions: Int(try connection.integer("SELECT count(*) FROM decisions")),
                    attempts: Int(try connection.integer("SELECT count(*) FROM attempts")),
                    revision: Int(try connection.integer("SELECT coalesce(max(number), 0) FROM revisions"))
                )
            }
            await reader.close()
            return facts
        } catch {
            await reader.close()
            throw error
        }
    }

    /// One read transaction of SQLite's own; it writes and syncs the other file.
    private static func copy(_ reader: Reader, to path: String) async throws(LedgerError) {
        _ = try await reader.alone { connection throws(LedgerError) in
            try connection.run("VACUUM INTO ?", [.text(path)])
        }
    }

    /// For its owner alone, since SQLite would let others read it.
    private static func createEmpty(_ path: String) throws(LedgerError) {
        let file = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            let code = errno
            throw LedgerError(
                code == EEXIST ? .duplicate : .storage,
                code == EEXIST
                    ? "`\(path)` is there already: nothing is written over"
                    : "cannot create `\(path)`: \(unsafe String(cString: strerror(code)))"
            )
        }
        Glibc.close(file)
    }
}
