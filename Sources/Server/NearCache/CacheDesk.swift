package import Ledger

/// Takes answers out of the caches, on the server and without one.
package struct CacheDesk: Sendable {
    /// What is to go.
    package enum Target: Sendable, Hashable {
        /// Every look: no near duplicate finds an answer any more.
        case allLooks
        /// Looks within so many bits of a hash: their near duplicates are asked about again, their own bytes keep their answers.
        case looks(near: SIMD4<UInt64>, within: Int)
        /// The answers a decision paid for, for its own bytes and for near duplicates.
        case answers(decisionID: String)
    }

    private let store: any LedgerStore
    private let near: NearCache?

    /// - Parameter near: The looks of the running server, if there is one.
    package init(store: any LedgerStore, near: NearCache?) {
        self.store = store
        self.near = near
    }

    /// Returns how many were taken out. The ledger goes first: what a crash leaves behind in memory is gone anyway.
    package func purge(_ target: Target) async throws(LedgerError) -> Int {
        if case .answers(let decisionID) = target {
            let keys = try await store.removeAnswers(of: decisionID)
            near?.remove(keys: keys)
            return keys.count
        }
        let keys = try await store.answerLooks().filter { target.covers($0) }.map(\.key)
        let removed = try await store.removeLooks(keys: keys)
        near?.remove(keys: keys)
        return removed
    }
}

extension CacheDesk.Target {
    fileprivate func covers(_ look: AnswerLook) -> Bool {
        switch self {
        case .allLooks: true
        case .looks(let hash, let limit): look.distance(to: hash).map { $0 <= limit } ?? false
        case .answers: false
        }
    }
}
