import Devices
import Documents
import Economics
import Platform
import Policy

/// One device policy as it goes out: its bytes, their signature and their tag.
struct SignedPolicy: Sendable {
    let revision: Int
    let body: [UInt8]
    /// `keyid="k1", alg="ed25519", sig=:BASE64:`, over the prefix and exactly these bytes.
    let signature: String
    /// Strong, with its quotes: `"r42-0123456789abcdef"`.
    let tag: String
    let maxAge: Duration

    init(_ policy: DevicePolicy, keys: SigningKeys) {
        revision = policy.revision
        body = policy.json.encoded()
        let signed = keys.current.signing.signature(of: Array(DevicePolicy.signedPrefix.utf8) + body)
        let text = String(decoding: Encoding.base64(signed), as: UTF8.self)
        signature = "keyid=\"\(keys.current.id)\", alg=\"ed25519\", sig=:\(text):"
        tag = "\"r\(policy.revision)-\(Encoding.hex(Array(Crypto.sha256(body).prefix(8))))\""
        maxAge = policy.devices.minFetchInterval
    }

    /// Caches may show it while they ask again, and for a week when we are down; nobody may change a byte of it.
    var cacheControl: String {
        "max-age=\(maxAge.components.seconds), stale-while-revalidate=86400, stale-if-error=604800, no-transform"
    }
}
