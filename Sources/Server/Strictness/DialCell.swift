import Control
import Platform
import Policy

/// A dial behind its own lock, so that profiles do not wait for each other.
///
/// Uploads hold the lock for the time of one decision. A look, which takes many times as long, is taken beside it: whoever
/// finds one due takes it, while others go on deciding by what the last one found.
final class DialCell: Sendable {
    let name: DialName
    private let dial: Locked<Dial>
    /// Held by who looks, and by who needs the traffic. Always taken before the dial's own lock.
    private let turn = Locked(())

    init(_ name: DialName, _ dial: Dial) {
        self.name = name
        self.dial = Locked(dial)
    }

    /// For what takes no longer than a decision. The traffic may be elsewhere.
    func briefly<Result: Sendable>(_ body: (inout Dial) -> Result) -> Result { dial.withLock(body) }

    /// For what needs the traffic, or changes the dial by hand: waits for a look that is under way.
    func whole<Result: Sendable>(_ body: (inout Dial) -> Result) -> Result {
        turn.withLock { _ in dial.withLock(body) }
    }

    /// A copy with its traffic, for whoever counts thousands of uploads.
    var copy: Dial { whole { $0 } }

    /// Prepares for an upload, and takes a look where one is due and nobody takes it already.
    ///
    /// - Parameter keep: Given what is to be kept on disk now, where something is, and before any other look can.
    func look(at time: Int64, of snapshot: PolicySnapshot, keep: (DialMemory) -> Void) {
        guard dial.withLock({ $0.prepare(at: time, of: snapshot, name: name) }) else { return }
        // Whoever found it due at the same moment waits here, and then finds that it is not.
        turn.withLock { _ in
            guard var look = dial.withLock({ $0.beginLook(at: time) }) else { return }
            look.controller.look(at: time)
            if look.isKept { keep(look.memory(name)) }
            dial.withLock { $0.controller.endLook(&look.controller) }
        }
    }
}
