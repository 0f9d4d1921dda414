import Glibc

extension Log {
    package enum Format: String, Sendable, CaseIterable {
        case json, text
        /// Text on a terminal, JSON everywhere else.
        case automatic
    }

    /// Writes to standard error, one `write(2)` a record so that lines of several threads never mix.
    package static func standardError(
        minimum: Level = .info,
        format: Format = .automatic,
        clock: WallClock = .system
    ) -> Log {
        to(descriptor: STDERR_FILENO, minimum: minimum, format: format, clock: clock)
    }

    static func to(descriptor: Int32, minimum: Level, format: Format, clock: WallClock) -> Log {
        let asText = format == .text || format == .automatic && isatty(descriptor) == 1
        return Log { level, message, fields in
            guard level >= minimum else { return }
            let record = LogRecord(time: clock.now(), level: level, message: message, fields: fields)
            write(asText ? record.text : record.json, to: descriptor)
        }
    }

    /// A full disk or a closed pipe must not stop the server: what cannot be written is lost.
    private static func write(_ line: [UInt8], to descriptor: Int32) {
        var written = 0
        while written < line.count {
            let count = unsafe line.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), line.count - written)
            }
            if count > 0 {
                written += count
            } else if errno != EINTR {
                return
            }
        }
    }
}
