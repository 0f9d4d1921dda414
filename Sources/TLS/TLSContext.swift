internal import COpenSSL
internal import Glibc

/// One certificate with its chain, and its key, as OpenSSL has them. Sessions keep it alive.
///
// SAFETY: the pointer is made in `init`, freed in `deinit`, and used by OpenSSL under its own locks and counts.
@safe package final class TLSContext: @unchecked Sendable {
    private let context: OpaquePointer

    /// Name and version of the library, as loaded.
    package static let library = unsafe "OpenSSL " + String(cString: OpenSSL_version(OPENSSL_VERSION_STRING))

    /// The last second of the certificate, since 1970.
    package let end: Int64

    /// From the contents of PEM files: the server's own certificate, then those that vouch for it; the key. A file may hold
    /// both. From then on the process ignores SIGPIPE, since OpenSSL writes to sockets that are gone.
    package init(certificate: [UInt8], key: [UInt8]) throws(TLSError) {
        signal(SIGPIPE, SIG_IGN)
        guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { throw Self.error(.unusable) }
        unsafe self.context = context
        let isReady = unsafe torii_tls_prepare(context) == 1
        let chain = unsafe certificate.withUnsafeBytes { bytes in
            unsafe torii_tls_take_chain(context, bytes.baseAddress, Int32(bytes.count))
        }
        end = unsafe torii_tls_end_of(context)
        guard isReady else { throw Self.error(.unusable) }
        switch chain {
        case 1: break
        case 0: throw Self.error(.noCertificate)
        case -2: throw Self.error(.damagedCertificate)
        default: throw Self.error(.badCertificate)
        }
        let pair = unsafe key.withUnsafeBytes { bytes in
            unsafe torii_tls_take_key(context, bytes.baseAddress, Int32(bytes.count))
        }
        switch pair {
        case 1: break
        case 0: throw Self.error(.noKey)
        case -1: throw Self.error(.lockedKey)
        case -3: throw Self.error(.damagedKey)
        default: throw Self.error(.otherKey)
        }
    }

    deinit { unsafe SSL_CTX_free(context) }

    /// The server's side of a connection; nil when there is no memory for it.
    ///
    /// - Parameter descriptor: Of a socket that does not block, and outlives the session.
    package func session(descriptor: Int32) -> TLSSession? {
        guard let session = unsafe SSL_new(context) else { return nil }
        unsafe SSL_set_accept_state(session)
        let owner = unsafe TLSSession(session)
        return unsafe SSL_set_fd(session, descriptor) == 1 ? owner : nil
    }

    private static func error(_ code: TLSError.Code) -> TLSError {
        var text = [CChar](repeating: 0, count: 256)
        unsafe torii_tls_why(&text, text.count)
        let cause = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return TLSError(code: code, cause: cause)
    }
}
