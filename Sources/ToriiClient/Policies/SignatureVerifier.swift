public import Foundation

/// Checks Ed25519 signatures (RFC 8032).
public protocol SignatureVerifier: Sendable {
    /// - Parameters:
    ///   - signature: 64 bytes.
    ///   - publicKey: 32 bytes.
    func isValid(_ signature: Data, of message: Data, publicKey: Data) -> Bool
}

#if canImport(CryptoKit)
internal import CryptoKit

/// Apple's own.
public struct CryptoKitVerifier: SignatureVerifier {
    public init() {}

    public func isValid(_ signature: Data, of message: Data, publicKey: Data) -> Bool {
        // Bytes that are no key verify nothing.
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else { return false }
        return key.isValidSignature(signature, for: message)
    }
}
#endif
