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

    /// Reads to the end, at most `limit` bytes; nil with `errno` set when the system refuses.
    func read(limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var size = 65_536
        while bytes.count < limit {
            var failed = false
            let room = min(size, limit - bytes.count)
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                var count: Int
                repeat {
                    unsafe count = Glibc.read(number, buffer.baseAddress, room)
                } while count < 0 && errno == EINTR
                failed = count < 0
                filled = max(0, count)
            }
            if failed { return nil }
            if piece.isEmpty { break }
            bytes += piece
            size = min(size * 2, 4_194_304)
        }
        return bytes
    }
}
