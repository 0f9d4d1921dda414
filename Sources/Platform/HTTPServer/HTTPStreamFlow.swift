internal import Synchronization

/// Chunks of a streamed answer on their way to the loop. A slow reader makes it full; what comes then is dropped.
final class HTTPStreamFlow: Sendable {
    private static let limit = 4
    private let queued = Atomic<Int>(0)

    /// Whether one more chunk may be sent; counts it if so.
    func admits() -> Bool {
        if queued.load(ordering: .relaxed) >= Self.limit { return false }
        queued.add(1, ordering: .relaxed)
        return true
    }

    /// The chunks so far are with the kernel.
    func written(_ count: Int) { queued.subtract(count, ordering: .relaxed) }
}
