import Glibc

/// One open file; closed with its owner.
struct FileDescriptor: ~Copyable {
    let number: Int32

    /// Nil with `errno` set when the system refuses.
    init?(opening path: String, flags: Int32, mode: mode_t = 0) {
        var result: Int32
        repeat { unsafe result = open(path, flags | O_CLOEXEC, mode) } while result < 0 && errno == EINTR
        guard result >= 0 else { return nil }
        number = result
    }

    deinit { close(number) }

    /// Opens for reading. Of a pipe that nobody writes to, this waits only where pipes are wanted. Throws as `endingSize`,
    /// and `missing`.
    static func reading(_ path: String, orPipe: Bool) throws(PlatformError) -> FileDescriptor {
        guard let file = FileDescriptor(opening: path, flags: orPipe ? O_RDONLY : O_RDONLY | O_NONBLOCK) else {
            throw SystemFailure.error(.cannotRead, "read", path, errno)
        }
        _ = try file.endingSize(path, orPipe: orPipe)
        return file
    }

    /// Writes all of `bytes`; false with `errno` set when the system refuses.
    func write(_ bytes: [UInt8]) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(number, buffer.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Bytes of a file; 0 for `/dev/null`, and where pipes are wanted for a pipe or a terminal, which end when they end.
    ///
    /// Throws `cannotRead` for what is none of these: a folder, or a device such as `/dev/zero`, which never ends.
    func endingSize(_ path: String, orPipe: Bool) throws(PlatformError) -> Int {
        var facts = stat()
        guard unsafe fstat(number, &facts) == 0 else {
            throw SystemFailure.error(.cannotRead, "read", path, errno)
        }
        switch facts.st_mode & S_IFMT {
        case S_IFREG: return Int(facts.st_size)
        case S_IFIFO, S_IFSOCK:
            guard orPipe else { throw PlatformError(.cannotRead, "cannot read `\(path)`: it is a pipe, no file") }
            return 0
        case S_IFDIR: throw SystemFailure.error(.cannotRead, "read", path, EISDIR)
        case S_IFCHR where facts.st_rdev == Self.nothing || orPipe && isatty(number) == 1: return 0
        default: throw PlatformError(.cannotRead, "cannot read `\(path)`: it is a device, no file")
        }
    }

    /// The device number of `/dev/null`.
    private static let nothing: dev_t = 1 << 8 | 3

    /// Reads to the end, at most `limit` bytes; nil with `errno` set when the system refuses.
    func read(limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var size = 65_536
        while bytes.count < limit {
            guard let piece = readPiece(min(size, limit - bytes.count)) else { return nil }
            if piece.isEmpty { break }
            bytes += piece
            size = min(size * 2, 4_194_304)
        }
        return bytes
    }

    /// The next bytes, at most `room`; none at the end, nil with `errno` set when the system refuses.
    func readPiece(_ room: Int) -> [UInt8]? {
        var failed = false
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            var count: Int
            repeat {
                unsafe count = Glibc.read(number, buffer.baseAddress, room)
            } while count < 0 && errno == EINTR
            failed = count < 0
            filled = max(0, count)
        }
        return failed ? nil : piece
    }
}
