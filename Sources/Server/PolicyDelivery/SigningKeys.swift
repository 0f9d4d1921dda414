package import Documents
package import Platform

/// The keys that policies for devices are signed with: the first signs, the second is bundled with apps beforehand so that
/// the first can go at any time. Kept in a file of the data folder that its owner alone may read.
package struct SigningKeys: Sendable {
    package struct Key: Sendable {
        /// `k1`, `k2`, ...; never used twice.
        package let id: String
        fileprivate let seed: [UInt8]
        package let signing: Ed25519.SigningKey

        fileprivate init?(number: Int, seed: [UInt8]) {
            guard let signing = Ed25519.SigningKey(seed: seed) else { return nil }
            id = "k\(number)"
            self.seed = seed
            self.signing = signing
        }
    }

    /// Signs from now on.
    package let current: Key
    /// Signs after the next rotation.
    package let next: Key
    private let number: Int

    /// Of 32 secret bytes each; `number` is the current key's.
    package init?(number: Int = 1, seed: [UInt8], nextSeed: [UInt8]) {
        guard let current = Key(number: number, seed: seed), let next = Key(number: number + 1, seed: nextSeed) else {
            return nil
        }
        self.number = number
        self.current = current
        self.next = next
    }

    /// New ones.
    package static func made() -> SigningKeys {
        guard let keys = SigningKeys(seed: Crypto.randomBytes(32), nextSeed: Crypto.randomBytes(32)) else {
            preconditionFailure("32 bytes are a seed")
        }
        return keys
    }

    /// The next key becomes the current one, and a new one the next.
    package func rotated() -> SigningKeys {
        guard let keys = SigningKeys(number: number + 1, seed: next.seed, nextSeed: Crypto.randomBytes(32)) else {
            preconditionFailure("32 bytes are a seed")
        }
        return keys
    }

    /// Where they are kept in a data folder.
    package static func path(data: String) -> String { "\(data)/signing.json" }

    /// The keys of a data folder; made and written when there are none. Blocking. Throws `insecureMode`, `cannotRead` (also
    /// for a file that holds no keys) or `cannotWrite`.
    package static func kept(in data: String) throws(PlatformError) -> SigningKeys {
        let path = path(data: data)
        do throws(PlatformError) {
            let bytes = try FileContent.readSecret(path)
            guard let keys = SigningKeys(file: bytes) else {
                throw PlatformError(
                    .cannotRead,
                    "`\(path)` holds no signing keys: restore it, or move it away for new ones"
                )
            }
            return keys
        } catch {
            guard error.code == .missing else { throw error }
            let keys = made()
            try keys.write(in: data)
            return keys
        }
    }

    /// Blocking. Throws `cannotWrite` or `missing`.
    package func write(in data: String) throws(PlatformError) {
        let json: JSON = [
            "number": .integer(Int64(number)),
            "seed": .string(Encoding.hex(current.seed)),
            "nextSeed": .string(Encoding.hex(next.seed)),
        ]
        try FileContent.write(json.encoded(), to: Self.path(data: data), mode: 0o600)
    }

    private init?(file bytes: [UInt8]) {
        guard let root = DocumentReader.read(bytes, file: "signing.json", dialect: .json).root,
            let number = root["number"]?.integer.flatMap({ Int(exactly: $0) }), number > 0,
            let seed = root["seed"]?.string.flatMap(Encoding.bytes(hex:)),
            let nextSeed = root["nextSeed"]?.string.flatMap(Encoding.bytes(hex:))
        else { return nil }
        self.init(number: number, seed: seed, nextSeed: nextSeed)
    }

    /// The public halves, as apps bundle them: raw for CryptoKit and Tink, SPKI for the JDK.
    package var json: JSON {
        [
            "keys": .array(
                [(current, "current"), (next, "next")].map { key, use in
                    [
                        "id": .string(key.id), "use": .string(use), "algorithm": "ed25519",
                        "publicKey": .string(key.publicText), "spki": .string(key.spkiText),
                    ]
                }
            )
        ]
    }
}

extension SigningKeys.Key {
    /// DER in front of the 32 bytes in a `SubjectPublicKeyInfo` (RFC 8410 section 4).
    private static let spkiPrefix: [UInt8] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]

    fileprivate var publicText: String { String(decoding: Encoding.base64(signing.publicKey), as: UTF8.self) }
    fileprivate var spkiText: String {
        String(decoding: Encoding.base64(Self.spkiPrefix + signing.publicKey), as: UTF8.self)
    }
}
