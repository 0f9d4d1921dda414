import Platform

/// Streams of screens that are open now: each costs a read of the ledger every few seconds.
package final class Watchers: Sendable {
    /// One open stream. Leaves once, however often it is told to.
    final class Place: Sendable {
        private let watchers: Watchers
        private let isHere = Locked(true)

        fileprivate init(_ watchers: Watchers) { self.watchers = watchers }

        func leave() {
            let wasHere = isHere.withLock { isHere in
                defer { isHere = false }
                return isHere
            }
            if wasHere { watchers.open.withLock { $0 -= 1 } }
        }
    }

    package let limit: Int
    fileprivate let open = Locked(0)

    package init(limit: Int = 64) { self.limit = limit }

    /// Nil when there are `limit` already.
    func enter() -> Place? {
        let isAdmitted = open.withLock { open in
            guard open < limit else { return false }
            open += 1
            return true
        }
        return isAdmitted ? Place(self) : nil
    }
}
