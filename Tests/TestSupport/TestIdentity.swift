import Foundation
package import Platform

/// A certificate for `localhost` that is its own authority, with its key, in files that can be renewed.
package final class TestIdentity: Sendable {
    private let folder: TemporaryFolder

    package var certificate: String { folder.file("certificate.pem") }
    package var key: String { folder.file("key.pem") }
    package var files: TLSIdentity.Files { TLSIdentity.Files(certificate: certificate, key: key) }

    /// - Parameter end: As `openssl ca` takes it, in UTC.
    package init(end: String = "20491231000000Z") throws {
        folder = try TemporaryFolder()
        try renew(end: end)
    }

    /// Another certificate with another key in the same files, each put there whole.
    package func renew(end: String = "20491231000000Z") throws {
        try FileContent.write(Array(Self.authority.utf8), to: folder.file("ca.cnf"))
        try FileContent.write([], to: folder.file("index.txt"))
        try Self.openssl([
            "req", "-new", "-config", folder.file("ca.cnf"), "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-subj", "/CN=localhost", "-keyout", folder.file("new-key.pem"),
            "-out", folder.file("request.pem"),
        ])
        try Self.openssl(
            [
                "ca", "-batch", "-selfsign", "-notext", "-config", "ca.cnf", "-keyfile", "new-key.pem", "-startdate",
                "20200101000000Z", "-enddate", end, "-in", "request.pem", "-out", "new-certificate.pem",
            ],
            in: folder.path
        )
        try put(FileContent.read(folder.file("new-certificate.pem")), FileContent.read(folder.file("new-key.pem")))
    }

    /// Any bytes into the files; nil leaves one as it is.
    package func put(_ newCertificate: [UInt8]?, _ newKey: [UInt8]?, mode: UInt32 = 0o600) throws {
        if let newCertificate { try FileContent.write(newCertificate, to: certificate) }
        if let newKey { try FileContent.write(newKey, to: key, mode: mode) }
    }

    /// Trusts what is in the file now, and nothing else.
    package func client() throws -> HTTPClient {
        let kept = folder.file("trusted-\(UUID().uuidString).pem")
        try FileContent.write(FileContent.read(certificate), to: kept)
        return HTTPClient(caFile: kept)
    }

    private static func openssl(_ arguments: [String], in folder: String? = nil) throws {
        let status = try Program.run("/usr/bin/openssl", arguments, in: folder).status
        guard status == 0 else { throw Failure(arguments: arguments) }
    }

    package struct Failure: Error {
        let arguments: [String]
    }

    private static let authority = """
        [ca]
        default_ca = own
        [own]
        database = index.txt
        new_certs_dir = .
        default_md = sha256
        policy = any
        rand_serial = yes
        unique_subject = no
        x509_extensions = names
        [any]
        commonName = supplied
        [names]
        subjectAltName = DNS:localhost, IP:127.0.0.1
        basicConstraints = CA:TRUE
        [req]
        distinguished_name = any_name
        [any_name]

        """
}
