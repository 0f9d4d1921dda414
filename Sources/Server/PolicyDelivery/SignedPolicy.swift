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
        signature = keys.current.header(of: body, prefix: DevicePolicy.signedPrefix)
        tag = "\"r\(policy.revision)-\(Encoding.hex(Array(Crypto.sha256(body).prefix(8))))\""
        maxAge = policy.devices.minFetchInterval
    }

    /// Caches may show it while they ask again, and for a week when we are down; nobody may change a byte of it.
    var cacheControl: String {
        "max-age=\(maxAge.components.seconds), stale-while-revalidate=86400, stale-if-error=604800, no-transform"
    }
}

extension SigningKeys.Key {
    /// `Torii-Signature` of exact bytes. What stands before them keeps a signature from serving elsewhere.
    func header(of body: [UInt8], prefix: String) -> String {
        let signed = signing.signature(of: Array(prefix.utf8) + body)
        let text = String(decoding: Encoding.base64(signed), as: UTF8.self)
        return "keyid=\"\(id)\", alg=\"ed25519\", sig=:\(text):"
    }
}
