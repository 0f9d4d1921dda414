import Platform

/// Streams that are being passed on. Their accounts are made at their end, whether or not anybody reads them.
final class DoorStreams: Sendable {
    private let running = Locked(0)

    func begin() { running.withLock { $0 += 1 } }

    func end() { running.withLock { $0 -= 1 } }

    /// Waits until none is left, at most until `deadline`.
    func ended(by deadline: ContinuousClock.Instant) async {
        while running.withLock({ $0 > 0 }), ContinuousClock.now < deadline {
            try? await Task.sleep(for: .milliseconds(20))  // Cancelled: then it looks more often.
        }
    }
}
