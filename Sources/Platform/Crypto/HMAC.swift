/// HMAC-SHA256 (RFC 2104, FIPS 198-1).
package enum HMAC {
    private static let block = 64

    /// 32 bytes.
    ///
    /// - Parameter key: Of any length; at least 32 unpredictable bytes to be of use.
    package static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        var padded = key.count > block ? Crypto.sha256(key) : key
        padded += [UInt8](repeating: 0, count: block - padded.count)
        let inner = Crypto.sha256(padded.map { $0 ^ 0x36 } + message)
        return Crypto.sha256(padded.map { $0 ^ 0x5C } + inner)
    }
}
