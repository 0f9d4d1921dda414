import Glibc
import Ledger
import Platform

/// The data folder: the database, its log and the lock of whoever writes.
struct LedgerFolder: Sendable {
    let path: String

    var databasePath: String { "\(path)/ledger.sqlite" }
    /// Where the last acknowledged commit is noted.
    var commitPath: String { "\(path)/ledger.commits" }

    /// Throws `notFound` without a ledger, `storage` when nobody may look.
    func checkFile() throws(LedgerError) {
        if unsafe access(databasePath, R_OK) == 0 { return }
        guard errno == ENOENT || errno == ENOTDIR else { throw failure("read `\(databasePath)`") }
        throw LedgerError(.notFound, "there is no ledger in `\(path)`: start the server there once")
    }

    /// Creates the folder for its owner alone, parents too, and takes its lock. Throws `locked` naming the process that
    /// holds it, or `storage`.
    func lock() throws(LedgerError) -> FolderLock {
        try create()
        do {
            return try FolderLock(folder: path)
        } catch {
            throw LedgerError(error.code == .locked ? .locked : .storage, error.message)
        }
    }

    /// Throws `storage` when this folder had a ledger and its file is gone or empty: starting anew would open every cap
    /// again and forget every key. A folder is marked when its first ledger is made.
    func checkKept() throws(LedgerError) {
        var found = stat()
        let isThere = unsafe stat(databasePath, &found) == 0 && found.st_size > 0
        guard !isThere else { return }
        let hasLog = unsafe stat("\(databasePath)-wal", &found) == 0 && found.st_size > 0
        guard hasLog || isMarked else { return }
        throw lost
    }

    /// As `checkKept`, of a file without tables: a ledger that lost the log it was all in.
    func checkNew() throws(LedgerError) {
        if isMarked { throw lost }
    }

    private var isMarked: Bool { unsafe access(markPath, F_OK) == 0 }

    private var lost: LedgerError {
        LedgerError(
            .storage,
            "`\(databasePath)` is missing or empty, and this folder had a ledger: restore it from a backup, or name another "
                + "folder to begin with no spending and no keys"
        )
    }

    /// Throws `storage` when the disk has no room for what an hour of uploads writes: one small write may still fit where the
    /// next real one does not.
    func checkRoom() throws(LedgerError) {
        var found = statvfs()
        // A file system that does not say is asked by writing.
        guard unsafe statvfs(path, &found) == 0 else { return }
        let free = UInt64(found.f_bavail) * UInt64(found.f_frsize)
        guard free < Self.leastRoom else { return }
        throw LedgerError(.storage, "the disk of `\(path)` is full: \(free) bytes are free")
    }

    private static let leastRoom: UInt64 = 1 << 20

    /// Marks the folder as one that has a ledger.
    func mark() throws(LedgerError) {
        if unsafe access(markPath, F_OK) == 0 { return }
        do {
            let text = "This folder has a ledger. Without ledger.sqlite beside this file nothing starts here.\n"
            try FileContent.write(Array(text.utf8), to: markPath, mode: 0o600)
        } catch {
            throw LedgerError(.storage, error.message)
        }
    }

    private var markPath: String { "\(path)/ledger.mark" }

    /// Makes the empty file, since SQLite would let others read it; its log takes over the mode.
    func createFile() throws(LedgerError) {
        let file = unsafe Glibc.open(databasePath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("create `\(databasePath)`") }
        Glibc.close(file)
    }

    private func create() throws(LedgerError) {
        var parent = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            parent += "/\(part)"
            guard unsafe mkdir(parent, 0o700) != 0, errno != EEXIST else { continue }
            throw failure("create the data folder `\(parent)`")
        }
    }

    private func failure(_ action: String) -> LedgerError {
        LedgerError(.storage, "cannot \(action): \(unsafe String(cString: strerror(errno)))")
    }
}
