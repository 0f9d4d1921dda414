package import Economics
internal import TLS

/// Who a server is: a certificate with its chain, and the key to it, from PEM files. Read again on request, whole or not at
/// all, for connections that come from then on.
package final class TLSIdentity: Sendable {
    /// Paths.
    package struct Files: Sendable, Hashable {
        package let certificate: String
        package let key: String

        package init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }

        fileprivate var marks: [FileMark?] { [FileMark(path: certificate), FileMark(path: key)] }
    }

    private struct State: Sendable {
        var context: TLSContext
        /// The files as they were at the last try, and at the last look.
        var tried: [FileMark?]
        var seen: [FileMark?]
    }

    package let files: Files
    private let state: Locked<State>

    /// Blocking. Throws `missing`, `cannotRead`, `insecureMode` for a key that others than its group may read, or
    /// `badIdentity` for files that are no such pair.
    package init(_ files: Files) throws(PlatformError) {
        self.files = files
        // Before the reading: a file that changes meanwhile is read again.
        let marks = files.marks
        state = Locked(State(context: try Self.context(of: files), tried: marks, seen: marks))
    }

    /// The certificate's last second.
    package var end: Timestamp { Timestamp(microseconds: state.withLock { $0.context.end } * 1_000_000) }

    /// Reads both files again. When they cannot be used, or the certificate has ended by `now`, the old pair stays and what
    /// is wrong is thrown. Blocking.
    package func reload(at now: Timestamp) throws(PlatformError) {
        let marks = files.marks
        state.withLock { ($0.tried, $0.seen) = (marks, marks) }
        let context = try Self.context(of: files)
        guard context.end > now.seconds else {
            let end = Timestamp(microseconds: context.end * 1_000_000).iso8601
            throw PlatformError(.badIdentity, "the certificate in `\(files.certificate)` has ended at \(end)")
        }
        state.withLock { $0.context = context }
    }

    /// Reads both files again if one has changed since the last try and none since the last look, so that a pair that is
    /// half written is left alone; whether it did. Blocking.
    package func reloadIfChanged(at now: Timestamp) throws(PlatformError) -> Bool {
        let marks = files.marks
        let isChanged = state.withLock { state in
            defer { state.seen = marks }
            return marks != state.tried && marks == state.seen
        }
        if isChanged { try reload(at: now) }
        return isChanged
    }

    /// For one connection.
    func session(descriptor: Int32) -> TLSSession? {
        state.withLock { $0.context }.session(descriptor: descriptor)
    }

    private static func context(of files: Files) throws(PlatformError) -> TLSContext {
        let certificate = try FileContent.read(files.certificate, maxBytes: 1 << 20)
        let key = try FileContent.readSecret(files.key, groupMayRead: true)
        do throws(TLSError) {
            return try TLSContext(certificate: certificate, key: key)
        } catch {
            throw Self.refusal(error, of: files)
        }
    }

    /// Names the file and what was expected in it.
    private static func refusal(_ error: TLSError, of files: Files) -> PlatformError {
        let (certificate, key) = (files.certificate, files.key)
        let message =
            switch error.code {
            case .noCertificate:
                "`\(certificate)` holds no certificate: expected the server's own in PEM form, then its chain"
            case .damagedCertificate:
                "a certificate in `\(certificate)` is damaged: \(error.cause); copy the file anew"
            case .badCertificate: "`\(certificate)` holds a certificate that cannot be used: \(error.cause)"
            case .noKey: "`\(key)` holds no private key: expected the certificate's in PEM form"
            case .damagedKey: "the key in `\(key)` is damaged: \(error.cause); copy the file anew"
            case .lockedKey:
                "the key in `\(key)` has a passphrase: take it off with openssl pkey -in FILE -out FILE"
            case .otherKey:
                "the key in `\(key)` is not that of the first certificate in `\(certificate)`: \(error.cause)"
            case .unusable: "OpenSSL cannot be used: \(error.cause)"
            }
        return PlatformError(error.code == .unusable ? .libraryFailed : .badIdentity, message)
    }
}
