import Glibc

/// A failed system call as an error that names the file.
enum SystemFailure {
    /// `cannot read `prices.json5`: no such file or directory`; `missing` when the file is not there.
    static func error(
        _ code: PlatformError.Code,
        _ action: String,
        _ path: String,
        _ number: Int32
    ) -> PlatformError {
        var buffer = [CChar](repeating: 0, count: 256)
        unsafe _ = strerror_r(number, &buffer, buffer.count)
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let reason = text.prefix(1).lowercased() + text.dropFirst()
        return PlatformError(number == ENOENT ? .missing : code, "cannot \(action) `\(path)`: \(reason)")
    }
}
