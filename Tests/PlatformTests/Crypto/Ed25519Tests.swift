import Platform
import Testing

@Suite("Ed25519")
struct Ed25519Tests {
    private static func bytes(_ base64: String) throws -> [UInt8] {
        try #require(Encoding.bytes(base64: Array(base64.utf8)))
    }

    private static let key = Ed25519.SigningKey(seed: Array(0..<32))

    /// RFC 8032 section 7.1, TEST 1 to 3.
    @Test(arguments: [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ])
    func signsAsTheStandardDoes(_ seed: String, _ publicKey: String, _ message: String, _ signature: String) throws {
        let seed = try #require(Encoding.bytes(hex: seed))
        let key = try #require(Ed25519.SigningKey(seed: seed))
        #expect(Encoding.hex(key.publicKey) == publicKey)
        let bytes = try #require(Encoding.bytes(hex: message))
        #expect(Encoding.hex(key.signature(of: bytes)) == signature)
        #expect(Ed25519.isValid(key.signature(of: bytes), of: bytes, publicKey: key.publicKey))
    }

    private static let body =
        #"{"document":"torii-policy/1","profile":"ios","scoreSpace":"apple-vision/18","revision":42,"#
        + #""issuedAt":"2026-11-30T00:00:00Z","gate":{"sharpness":{"min":1e-5},"name":"café"}}"#
    private static let prefix = "torii-policy/1\n"

    @Test func signsThePublishedExample() throws {
        let key = try #require(Self.key)
        #expect(Array(Self.body.utf8).count == 173)
        #expect(
            Encoding.hex(Crypto.sha256(Array(Self.body.utf8)))
                == "c327f0c690b1f8536511cb6ae2016dd11b1f6c21d18fca7f516e0a8b47e0b085"
        )
        #expect(key.publicKey == (try Self.bytes("A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=")))
        let signature = try Self.bytes(
            "99w5U43U+hXvOiNwcLErn1vsUKzJj+gtgyMDiencex2coHygkjJqFcugRy+6nK8bfrGkcD0Hg7Ta1AyU6cNnAw=="
        )
        #expect(key.signature(of: Array((Self.prefix + Self.body).utf8)) == signature)
        let bare = try Self.bytes(
            "zyExxzzfiMbrCVPLgUjgFre5c7uzAYlhXnBdGOd0T70NxM3bi/h7JxqUh2BG2CnJ1dZkV8XXdlF/kRFPGwhrAw=="
        )
        #expect(key.signature(of: Array(Self.body.utf8)) == bare)
        #expect(!Ed25519.isValid(bare, of: Array((Self.prefix + Self.body).utf8), publicKey: key.publicKey))
    }

    @Test(arguments: [
        body.replacing("42", with: "41"), "\u{FEFF}" + body, body + "\n", body.replacing("1e-5", with: "0.00001"),
        body.replacing(#""ios""#, with: #""android""#),
    ])
    func refusesChangedBytes(_ changed: String) throws {
        let key = try #require(Self.key)
        let signature = key.signature(of: Array((Self.prefix + Self.body).utf8))
        #expect(!Ed25519.isValid(signature, of: Array((Self.prefix + changed).utf8), publicKey: key.publicKey))
    }

    @Test func refusesWhatIsNoSignatureOrKey() throws {
        let key = try #require(Self.key)
        let message = Array(Self.body.utf8)
        var signature = key.signature(of: message)
        #expect(!Ed25519.isValid(Array(signature.dropLast()), of: message, publicKey: key.publicKey))
        #expect(!Ed25519.isValid(signature, of: message, publicKey: Array(key.publicKey.dropLast())))
        #expect(!Ed25519.isValid(signature, of: message, publicKey: [UInt8](repeating: 0, count: 32)))
        signature[0] ^= 1
        #expect(!Ed25519.isValid(signature, of: message, publicKey: key.publicKey))
        #expect(Ed25519.SigningKey(seed: [UInt8](repeating: 0, count: 31)) == nil)
    }
}
