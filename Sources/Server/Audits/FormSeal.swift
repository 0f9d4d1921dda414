import Platform

/// Ties a form to the page this process has drawn for one caller: no other site can make up its token. A restart makes all
/// of them void, and the page is loaded again.
struct FormSeal: Sendable {
    private let secret = Crypto.randomBytes(32)

    func token(for subject: String, of caller: String) -> String { Encoding.hex(bytes(subject, caller)) }

    func accepts(_ token: String, for subject: String, of caller: String) -> Bool {
        Encoding.bytes(hex: token).map { Crypto.equal($0, bytes(subject, caller)) } ?? false
    }

    /// The inner hash has a fixed length: nothing can be appended to what is sealed.
    private func bytes(_ subject: String, _ caller: String) -> [UInt8] {
        Crypto.sha256(secret + Crypto.sha256(Array(subject.utf8)) + Crypto.sha256(Array(caller.utf8)))
    }
}
