/// Why a certificate and a key cannot be used.
package struct TLSError: Error, Sendable, Hashable {
    package enum Code: Sendable {
        /// No certificate in PEM form is there.
        case noCertificate
        /// One is, and cannot be read: cut short or altered.
        case damagedCertificate
        /// One is, and OpenSSL does not take it.
        case badCertificate
        /// No private key in PEM form is there.
        case noKey
        /// One is, and cannot be read: cut short or altered.
        case damagedKey
        /// A passphrase is on the key.
        case lockedKey
        /// The key is not that of the first certificate.
        case otherKey
        /// OpenSSL itself cannot be used.
        case unusable
    }

    package let code: Code
    /// In OpenSSL's words.
    package let cause: String
}
