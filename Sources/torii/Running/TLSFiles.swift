import Economics
import Platform
import Server

/// The certificate and key that a command line or the settings name.
enum TLSFiles {
    /// Nil where neither is named.
    static func named(_ invocation: Invocation) throws(Stop) -> TLSIdentity.Files? {
        switch (invocation.value("tls-certificate"), invocation.value("tls-key")) {
        case (let certificate?, let key?): return TLSIdentity.Files(certificate: certificate, key: key)
        case (nil, nil): return nil
        default: throw .usage("--tls-certificate and --tls-key go together: name both")
        }
    }

    /// Both read, and found to fit.
    static func identity(_ invocation: Invocation) throws(Stop) -> TLSIdentity? {
        guard let files = try named(invocation) else { return nil }
        do throws(PlatformError) {
            return try TLSIdentity(files)
        } catch {
            throw .failed("TLS: \(error.message)")
        }
    }

    /// Of a certificate that ends soon or has ended; nil of a good one.
    static func warning(_ identity: TLSIdentity) -> String? {
        guard let end = TLSWatch.nearEnd(of: identity) else { return nil }
        let left = end.seconds - WallClock.system.now().seconds
        let days = left / 86_400
        let when = left <= 0 ? "ended at" : "ends in \(days == 1 ? "1 day" : "\(days) days"), at"
        return "the certificate in `\(identity.files.certificate)` \(when) \(end.iso8601)"
    }
}

extension Command.Option {
    static let tlsCertificate = Command.Option(
        name: "tls-certificate",
        value: "FILE",
        summary: "serve HTTPS with this certificate and its chain (PEM)",
        isSetting: true
    )
    static let tlsKey = Command.Option(
        name: "tls-key",
        value: "FILE",
        summary: "the key of the certificate (PEM; mode 600 or 640)",
        isSetting: true
    )
}
