package import Ledger
package import OwnPictures
package import Platform

/// Pictures of our own, as commands look them up: by their bytes in a ledger, by their look beside it, and by their mark.
package struct RegisteredPictures: Sendable {
    private let store: (any LedgerStore)?
    package let looks: OwnPictures

    /// - Parameter store: Nil: bytes are not looked up.
    package init(store: (any LedgerStore)?, looks: OwnPictures) {
        self.store = store
        self.looks = looks
    }

    /// Whether the very bytes are registered; nil when nobody can look. Throws `cannotRead` when the ledger does not say.
    package func hasBytes(_ bytes: [UInt8]) async throws(PlatformError) -> Bool? {
        guard let store else { return nil }
        do {
            return try await store.isOwn(hash: Crypto.sha256(bytes))
        } catch {
            throw PlatformError(.cannotRead, error.message)
        }
    }

    package func close() async { await store?.close() }
}
