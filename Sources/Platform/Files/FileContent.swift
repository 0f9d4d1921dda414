import Glibc

/// Whole files. Blocking: from `async` code run it on a `BlockingPool`.
package enum FileContent {
    /// The bytes of a file. Waits for nobody: what a server reads beside its work may be put there by others.
    ///
    /// Throws `missing`, or `cannotRead` (a folder, a pipe, a device, no permission, larger than `maxBytes`), naming the
    /// file.
    ///
    /// - Parameter orPipe: A pipe or a terminal too, to its end, as people name them on a command line.
    package static func read(
        _ path: String,
        maxBytes: Int = 64 << 20,
        orPipe: Bool = false
    ) throws(PlatformError) -> [UInt8] {
        try contents(of: .reading(path, orPipe: orPipe), path, maxBytes, orPipe)
    }

    /// The bytes of a file that holds a secret: only its owner may read or write it. Throws `insecureMode` otherwise,
    /// and as `read`.
    ///
    /// - Parameter groupMayRead: As the group of those that serve TLS does where another account renews certificates.
    package static func readSecret(
        _ path: String,
        maxBytes: Int = 65_536,
        groupMayRead: Bool = false,
        orPipe: Bool = false
    ) throws(PlatformError) -> [UInt8] {
        let file = try FileDescriptor.reading(path, orPipe: orPipe)
        // Of the open file, not of the path: what was checked is what is read.
        var facts = stat()
        guard unsafe fstat(file.number, &facts) == 0 else {
            throw SystemFailure.error(.cannotRead, "read", path, errno)
        }
        guard facts.st_mode & (groupMayRead ? 0o037 : 0o077) == 0 else {
            let mode = String(facts.st_mode & 0o777, radix: 8)
            throw PlatformError(
                .insecureMode,
                "`\(path)` holds a secret and others may use it (mode \(mode)): run chmod \(groupMayRead ? 640 : 600) on it"
            )
        }
        return try contents(of: file, path, maxBytes, orPipe)
    }

    /// Replaces a file whole or not at all: a temporary file beside it, fsync, rename, fsync of the folder.
    ///
    /// - Parameter mode: Of the new file, whatever the old one had.
    /// Throws `cannotWrite` or `missing` (the folder), naming the file; then the old file is as it was.
    package static func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o644) throws(PlatformError) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().joined(separator: "/")
        let suffix = Encoding.hex(Crypto.randomBytes(6))
        let temporary = "\(folder.isEmpty ? "" : folder + "/").\(parts.last ?? "file").\(suffix).tmp"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        let target = path.hasPrefix("/") && folder.isEmpty ? "/" + temporary : temporary
        guard let file = FileDescriptor(opening: target, flags: flags, mode: mode_t(mode)) else {
            throw SystemFailure.error(.cannotWrite, "write", path, errno)
        }
        // fchmod too: the mode given to open is cut by the umask.
        guard fchmod(file.number, mode_t(mode)) == 0, file.write(bytes), fsync(file.number) == 0 else {
            throw discarding(target, path)
        }
        guard unsafe rename(target, path) == 0 else { throw discarding(target, path) }
        let directory = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
        if let folder = FileDescriptor(opening: directory, flags: O_RDONLY | O_DIRECTORY) { fsync(folder.number) }
    }

    /// Removes a file; one that is not there, or cannot be removed, is left.
    package static func remove(_ path: String) { unsafe _ = unlink(path) }

    private static func discarding(_ temporary: String, _ path: String) -> PlatformError {
        let error = SystemFailure.error(.cannotWrite, "write", path, errno)
        unsafe _ = unlink(temporary)
        return error
    }

    private static func contents(
        of file: borrowing FileDescriptor,
        _ path: String,
        _ maxBytes: Int,
        _ orPipe: Bool
    ) throws(PlatformError) -> [UInt8] {
        let tooLarge = PlatformError(.cannotRead, "cannot read `\(path)`: larger than \(maxBytes) bytes")
        // A file says how long it is before any of it is read; a pipe does not.
        guard try file.endingSize(path, orPipe: orPipe) <= maxBytes else { throw tooLarge }
        guard let bytes = file.read(limit: maxBytes + 1) else {
            throw SystemFailure.error(.cannotRead, "read", path, errno)
        }
        guard bytes.count <= maxBytes else { throw tooLarge }
        return bytes
    }
}
