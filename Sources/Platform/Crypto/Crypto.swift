import CSodium

/// libsodium's functions, as values.
package enum Crypto {
    /// libsodium wants one call before any other; it is safe from any thread.
    static let isReady: Bool = {
        let result = sodium_init()
        precondition(result >= 0, "libsodium does not start: no source of randomness")
        return true
    }()

    /// SHA-256 (FIPS 180-4): 32 bytes.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.digest
    }

    /// Unpredictable bytes from the system's generator.
    package static func randomBytes(_ count: Int) -> [UInt8] {
        _ = isReady
        // An empty array made in place would write to the one empty array that all threads share.
        if count == 0 { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            if let base = buffer.baseAddress { unsafe randombytes_buf(base, count) }
            filled = count
        }
    }

    /// 64 unpredictable bits.
    package static func randomBits() -> UInt64 {
        randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Whether two byte strings are alike, in time that does not tell where they differ (their lengths it may tell).
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        _ = isReady
        guard left.count == right.count else { return false }
        if left.isEmpty { return true }
        return unsafe sodium_memcmp(left, right, left.count) == 0
    }
}
