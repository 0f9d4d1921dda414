package import Gate
import Platform

/// The secret a team marks its pictures with: a file only its owner can read, with 32 bytes or more in it.
package enum WatermarkKey {
    private static let least = 32

    /// Draws the key's frequencies from SHA-256 in counter mode. Throws when the file is not there, open to others or too
    /// short, and says how to make one.
    package static func read(_ path: String) throws(WorkbenchError) -> PilotKey {
        let secret: [UInt8]
        do throws(PlatformError) {
            secret = try FileContent.readSecret(path, orPipe: true)
        } catch {
            let cure = error.code == .missing ? "; make a key: \(making(path))" : ""
            throw WorkbenchError(.unreadable, error.message + cure)
        }
        guard secret.count >= least else {
            throw WorkbenchError(
                .unreadable,
                "`\(path)` holds \(secret.count) bytes; a key takes \(least): \(making(path))"
            )
        }
        var words: [UInt64] = []
        var counter: UInt64 = 0
        while words.count < PilotKey.words {
            let number = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) }
            let digest = Crypto.sha256(Array("torii watermark".utf8) + secret + number)
            for start in stride(from: 0, to: digest.count, by: 8) {
                words.append(digest[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) })
            }
            counter += 1
        }
        return PilotKey(random: words)
    }

    /// Readable by its owner alone from the start.
    private static func making(_ path: String) -> String { "(umask 077; head -c \(least) /dev/urandom > \(path))" }
}
