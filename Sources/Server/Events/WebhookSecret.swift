package import Economics
package import Platform

/// What posted events are signed with: `Torii-Webhook-Signature: t=SECONDS,v1=HEX`, the HMAC-SHA256 of `SECONDS.BODY`
/// under the text of `webhook.secret` in the data folder.
///
/// Receivers compute it over the bytes they got, compare in constant time and refuse a time more than five minutes off.
package struct WebhookSecret: Sendable {
    package static let header = "Torii-Webhook-Signature"

    private let key: [UInt8]

    /// - Parameter key: 32 bytes at least.
    package init(key: [UInt8]) { self.key = key }

    package static func made() -> WebhookSecret {
        WebhookSecret(key: Array(Encoding.hex(Crypto.randomBytes(32)).utf8))
    }

    /// The data folder's; makes one when there is none. Blocking.
    ///
    /// Throws `cannotRead` for one that is shorter than 32 bytes or that others may read, `cannotWrite`.
    package static func kept(in data: String) throws(PlatformError) -> WebhookSecret {
        let path = "\(data)/webhook.secret"
        do throws(PlatformError) {
            let text = String(decoding: try FileContent.readSecret(path), as: UTF8.self)
            let key = Array(text.split(whereSeparator: \.isWhitespace).joined().utf8)
            guard key.count >= 32 else {
                throw PlatformError(
                    .cannotRead,
                    "`\(path)` holds \(key.count) bytes: write 32 at least, or move it away"
                )
            }
            return WebhookSecret(key: key)
        } catch {
            guard error.code == .missing else { throw error }
            let made = made()
            try FileContent.write(made.key + [UInt8(ascii: "\n")], to: path, mode: 0o600)
            return made
        }
    }

    /// The header's value for a body that is sent at a moment.
    package func signature(of body: [UInt8], at moment: Timestamp) -> String {
        let signed = Array("\(moment.seconds).".utf8) + body
        return "t=\(moment.seconds),v1=\(Encoding.hex(HMAC.sha256(signed, key: key)))"
    }
}
