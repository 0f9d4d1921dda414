internal import Glibc

/// Which file a path leads to. A ledger whose file was deleted or replaced would go on spending into a file nobody will
/// ever read.
struct FileIdentity: Sendable, Hashable {
    private let device: UInt
    private let inode: UInt

    /// Nil when there is no such file.
    init?(path: String) {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { return nil }
        device = UInt(found.st_dev)
        inode = UInt(found.st_ino)
    }
}
