/// libsodium's functions, as values.
package enum Crypto {
    /// 32 bytes.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] { [] }

    package static func randomBytes(_ count: Int) -> [UInt8] { [] }

    /// Whether two byte strings are alike, in time that does not tell where they differ.
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool { false }
}

/// Byte strings as text.
package enum Encoding {
    package static func hex(_ bytes: [UInt8]) -> String { "" }
    package static func bytes(hex: String) -> [UInt8]? { nil }
    package static func base64(_ bytes: [UInt8]) -> [UInt8] { [] }
    package static func base64URL(_ bytes: [UInt8]) -> String { "" }
    /// Reads base64 and base64url, padded or not; nil for anything else.
    package static func bytes(base64: [UInt8]) -> [UInt8]? { nil }
}
