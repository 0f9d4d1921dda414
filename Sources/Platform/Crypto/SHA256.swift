import CSodium

/// SHA-256 of bytes that come in pieces. A copy goes on by itself.
package struct SHA256: Sendable {
    private var state = crypto_hash_sha256_state()

    package init() {
        _ = Crypto.isReady
        unsafe _ = crypto_hash_sha256_init(&state)
    }

    package mutating func update(_ bytes: [UInt8]) {
        if bytes.isEmpty { return }
        unsafe _ = crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
    }

    /// Of everything so far: 32 bytes. More may follow.
    package var digest: [UInt8] {
        var last = state
        return unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, filled in
            if let base = buffer.baseAddress { unsafe _ = crypto_hash_sha256_final(&last, base) }
            filled = 32
        }
    }
}
