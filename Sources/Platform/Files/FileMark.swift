internal import Glibc

/// What changes when a file is written: its inode, size and time of modification.
package struct FileMark: Sendable, Hashable {
    private let inode: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil when there is no such file.
    package init?(path: String) {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { return nil }
        inode = UInt(found.st_ino)
        size = Int(found.st_size)
        seconds = found.st_mtim.tv_sec
        nanoseconds = found.st_mtim.tv_nsec
    }
}
