import CSodium

/// Ed25519 (RFC 8032), detached: deterministic, 64 bytes beside the message, never around it.
package enum Ed25519 {
    package static let seedBytes = 32
    package static let publicKeyBytes = 32
    package static let signatureBytes = 64

    /// A key that signs. Made from a seed of 32 secret bytes, which is all that need be kept.
    package struct SigningKey: Sendable {
        private let secret: [UInt8]
        /// 32 bytes.
        package let publicKey: [UInt8]

        /// Nil for a seed of another length.
        package init?(seed: [UInt8]) {
            guard seed.count == seedBytes else { return nil }
            _ = Crypto.isReady
            var publicKey = [UInt8](repeating: 0, count: publicKeyBytes)
            var secret = [UInt8](repeating: 0, count: Int(CSodium.crypto_sign_SECRETKEYBYTES))
            guard unsafe crypto_sign_seed_keypair(&publicKey, &secret, seed) == 0 else { return nil }
            self.publicKey = publicKey
            self.secret = secret
        }

        /// 64 bytes; the same for the same message.
        package func signature(of message: [UInt8]) -> [UInt8] {
            var signature = [UInt8](repeating: 0, count: signatureBytes)
            let result = unsafe crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
            precondition(result == 0, "libsodium does not sign with a key it made")
            return signature
        }
    }

    /// Whether `signature` was made of `message` by the key with this public half. False for lengths that cannot be.
    package static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
        guard signature.count == signatureBytes, publicKey.count == publicKeyBytes else { return false }
        _ = Crypto.isReady
        return unsafe crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
    }
}
