import Glibc

/// The right to write in a data folder: `flock` on its file `torii.lock`. The system takes it back when the process
/// ends in any way.
package final class FolderLock: Sendable {
    private let descriptor: Locked<Int32?>

    /// Takes the lock without waiting.
    ///
    /// Throws `locked` naming the holder's process id, `missing` when there is no such folder, or `cannotWrite`.
    package init(folder: String) throws(PlatformError) {
        let path = FolderLock.path(in: folder)
        var number: Int32
        repeat {
            unsafe number = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        } while number < 0
            && errno == EINTR
        guard number >= 0 else { throw SystemFailure.error(.cannotWrite, "lock", path, errno) }
        var result: Int32
        repeat { result = flock(number, LOCK_EX | LOCK_NB) } while result < 0 && errno == EINTR
        guard result == 0 else {
            let reason = errno
            close(number)
            guard reason == EWOULDBLOCK else { throw SystemFailure.error(.cannotWrite, "lock", path, reason) }
            let holder = FolderLock.holder(of: folder).map { "process \($0)" } ?? "another process"
            throw PlatformError(.locked, "the data folder `\(folder)` is in use by \(holder)")
        }
        // Whoever finds the folder locked reads the holder from the file.
        let text = Array("\(getpid())\n".utf8)
        ftruncate(number, 0)
        unsafe _ = pwrite(number, text, text.count, 0)
        descriptor = Locked(number)
    }

    deinit { release() }

    /// Gives the lock back; a second call does nothing.
    package func release() {
        if let number = descriptor.withLock({ $0.take() }) {
            ftruncate(number, 0)
            close(number)
        }
    }

    /// The process that wrote itself into the lock file last; nil when there is none. After a crash it may name a
    /// process that is gone.
    package static func holder(of folder: String) -> Int32? {
        // A file that cannot be read tells nothing, which is what nil says.
        guard let bytes = try? FileContent.read(path(in: folder), maxBytes: 64) else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    private static func path(in folder: String) -> String { "\(folder)/torii.lock" }
}
