import Glibc
import Ledger
import Platform

/// The data folder: the database, its log and the lock of whoever writes.
struct LedgerFolder: Sendable {
    let path: String

    var databasePath: String { "\(path)/ledger.sqlite" }

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
