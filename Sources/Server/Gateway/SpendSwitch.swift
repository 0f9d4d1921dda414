package import Ledger
import Platform

/// Whether anything may be spent now. Thrown by `torii freeze`, read before every attempt.
package final class SpendSwitch: Sendable {
    private let last: Locked<FreezeRecord?>

    package init(_ last: FreezeRecord? = nil) { self.last = Locked(last) }

    /// What froze spending; nil while calls may be made.
    package var freeze: FreezeRecord? { last.withLock { $0.flatMap { $0.isFrozen ? $0 : nil } } }

    /// The last change; nil before the first.
    var latest: FreezeRecord? { last.withLock { $0 } }

    package var isFrozen: Bool { freeze != nil }

    /// From the next attempt on this record holds.
    package func put(_ record: FreezeRecord) { last.withLock { $0 = record } }
}

extension FreezeRecord {
    /// For people.
    var text: String { "spending is frozen since \(at.iso8601): \(reason)" }
}
