import Glibc

/// A file that lines are added to. Blocking: from `async` code use it on a `BlockingPool`.
package final class AppendFile: Sendable {
    private let path: String
    private let descriptor: FileDescriptor

    /// Opens the file, creating it when it is not there; what it holds stays. Throws `cannotWrite` or `missing` (the
    /// folder), naming the file.
    ///
    /// - Parameters:
    ///   - mode: Of a file that is created.
    ///   - orPipe: Whether a pipe may take its place, whose reader is waited for; else one without a reader is refused.
    package init(_ path: String, mode: UInt32 = 0o644, orPipe: Bool = false) throws(PlatformError) {
        let flags = O_WRONLY | O_CREAT | O_APPEND | (orPipe ? 0 : O_NONBLOCK)
        guard let descriptor = FileDescriptor(opening: path, flags: flags, mode: mode_t(mode)) else {
            throw SystemFailure.error(.cannotWrite, "write", path, errno)
        }
        self.path = path
        self.descriptor = descriptor
    }

    /// Adds bytes at the end: in one piece as long as the file system takes them so. Throws `cannotWrite`.
    package func append(_ bytes: [UInt8]) throws(PlatformError) {
        guard descriptor.write(bytes) else { throw SystemFailure.error(.cannotWrite, "write", path, errno) }
    }
}
