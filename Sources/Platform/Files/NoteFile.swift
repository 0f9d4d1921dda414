import Glibc

/// A line that is written over in place, again and again, and not synced: as cheap as a file can be. Blocking.
package final class NoteFile: Sendable {
    private let file: FileDescriptor

    /// Nil where the file cannot be opened or made, for its owner alone.
    package init?(_ path: String) {
        guard let file = FileDescriptor(opening: path, flags: O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
        else {
            return nil
        }
        self.file = file
    }

    /// Writes from the start of the file on. A disk that takes none leaves the old line.
    ///
    /// - Parameter isFirst: Whether what is longer in the file is cut off; later lines are never shorter.
    package func write(_ line: [UInt8], isFirst: Bool = false) {
        unsafe _ = pwrite(file.number, line, line.count, 0)
        if isFirst { _ = ftruncate(file.number, line.count) }
    }
}
