import Economics
import Platform
import TestSupport
import Testing

/// The certificate of a server, and its renewal.
struct TLSIdentityTests {
    private static let now = Timestamp.seconds(1_796_000_000)

    @Test func readsARenewedPairOnceItIsQuietAndKeepsTheOldOneForABadOne() throws {
        let files = try TestIdentity(end: "20480101000000Z")
        let identity = try TLSIdentity(files.files)
        #expect(identity.end.iso8601 == "2048-01-01T00:00:00Z")
        #expect(try !identity.reloadIfChanged(at: Self.now))
        try files.renew(end: "20490101000000Z")
        // It may be half written.
        #expect(try !identity.reloadIfChanged(at: Self.now))
        #expect(try identity.reloadIfChanged(at: Self.now))
        #expect(identity.end.iso8601 == "2049-01-01T00:00:00Z")
        #expect(try !identity.reloadIfChanged(at: Self.now))

        try files.put(Array("nothing".utf8), nil)
        #expect(try !identity.reloadIfChanged(at: Self.now))
        #expect(throws: PlatformError.self) { try identity.reloadIfChanged(at: Self.now) }
        // Said once, until a file changes again or somebody asks.
        #expect(try !identity.reloadIfChanged(at: Self.now))
        #expect(throws: PlatformError.self) { try identity.reload(at: Self.now) }
        #expect(identity.end.iso8601 == "2049-01-01T00:00:00Z")
    }

    @Test func takesNoCertificateThatHasEndedInTheOldOnesPlace() throws {
        let files = try TestIdentity()
        let identity = try TLSIdentity(files.files)
        try files.renew(end: "20210101000000Z")
        let error = #expect(throws: PlatformError.self) { try identity.reload(at: Self.now) }
        #expect(error?.message == "the certificate in `\(files.certificate)` has ended at 2021-01-01T00:00:00Z")
        #expect(identity.end.iso8601 == "2049-12-31T00:00:00Z")
        // At the start there is no other: whoever starts it is warned.
        #expect(try TLSIdentity(files.files).end.iso8601 == "2021-01-01T00:00:00Z")
    }

    @Test func namesTheFileAndWhatWasExpected() throws {
        let (files, other) = (try TestIdentity(), try TestIdentity())
        let (own, key) = (try FileContent.read(files.certificate), try FileContent.read(files.key))
        let otherKey = try FileContent.read(other.key)
        let locked = Array("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n".utf8)
        let torn = own + Array("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8)
        let altered = Array(String(decoding: own, as: UTF8.self).replacing("MII", with: "*II", maxReplacements: 1).utf8)
        let cutKey = Array(key.prefix(key.count / 2))
        let damaged = "a certificate in `\(files.certificate)` is damaged: "
        let cases: [(certificate: [UInt8], key: [UInt8], mode: UInt32, code: PlatformError.Code, words: String)] = [
            (key, key, 0o600, .badIdentity, "`\(files.certificate)` holds no certificate"),
            ([], key, 0o600, .badIdentity, "`\(files.certificate)` holds no certificate"),
            (torn, key, 0o600, .badIdentity, damaged),
            (altered, key, 0o600, .badIdentity, damaged),
            (Array(own.prefix(own.count / 2)), key, 0o600, .badIdentity, damaged),
            (own, cutKey, 0o600, .badIdentity, "the key in `\(files.key)` is damaged: "),
            (own, own, 0o600, .badIdentity, "`\(files.key)` holds no private key"),
            (own, locked, 0o600, .badIdentity, "the key in `\(files.key)` has a passphrase"),
            (own, otherKey, 0o600, .badIdentity, "the key in `\(files.key)` is not that of the first certificate"),
            (own, key, 0o644, .insecureMode, "run chmod 640"),
        ]
        for wrong in cases {
            try files.put(wrong.certificate, wrong.key, mode: wrong.mode)
            let error = #expect(throws: PlatformError.self) { try TLSIdentity(files.files) }
            #expect(error?.code == wrong.code)
            #expect(error?.message.contains(wrong.words) == true, "\(error?.message ?? "")")
        }
        let absent = TLSIdentity.Files(certificate: files.certificate, key: files.key + ".absent")
        #expect(throws: PlatformError(.missing, "cannot read `\(absent.key)`: no such file or directory")) {
            try TLSIdentity(absent)
        }
        // A group that renews certificates may read the key, and one file may hold both.
        try files.put(own + key, own + key, mode: 0o640)
        _ = try TLSIdentity(files.files)
    }
}
