/// Chunks of a streamed answer between whoever makes them and a reader who may be slow.
package final class HTTPStreamFlow: Sendable {
    private struct State: Sendable {
        var queued = 0
        var isLifted = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private static let limit = 4
    private let state = Locked(State())

    package init() {}

    /// Whether one more chunk may be sent; counts it if so.
    func admits() -> Bool {
        state.withLock { state in
            if state.queued >= Self.limit { return false }
            state.queued += 1
            return true
        }
    }

    /// Returns once one more chunk may be sent, and counts it. For the one who makes them.
    package func admission() async {
        await withCheckedContinuation { continuation in
            let isAdmitted = state.withLock { state in
                state.queued += 1
                if state.isLifted || state.queued <= Self.limit { return true }
                state.waiter = continuation
                return false
            }
            if isAdmitted { continuation.resume() }
        }
    }

    /// The chunks so far are with the kernel.
    func written(_ count: Int) {
        admitNext { state in
            state.queued -= count
            return state.queued <= Self.limit
        }
    }

    /// Nobody is waited for any more: there is no reader left, or no time.
    package func lift() {
        admitNext { state in
            state.isLifted = true
            return true
        }
    }

    private func admitNext(_ change: @Sendable (inout State) -> Bool) {
        let waiter = state.withLock { state in
            guard change(&state) else { return CheckedContinuation<Void, Never>?.none }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}
