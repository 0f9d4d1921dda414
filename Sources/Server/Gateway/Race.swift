import Platform

/// The value of `task`, or nil when `deadline` passes first or has passed already. The task runs on either way, so its
/// value may still be awaited later.
func value<Value: Sendable>(of task: Task<Value, Never>, by deadline: ContinuousClock.Instant) async -> Value? {
    guard ContinuousClock.now < deadline else { return nil }
    let finish = Locked<CheckedContinuation<Value?, Never>?>(nil)
    return await withCheckedContinuation { continuation in
        finish.withLock { $0 = continuation }
        let timer = Task {
            try? await Task.sleep(until: deadline, clock: .continuous)  // Cancelled: the value came first.
            finish.take()?.resume(returning: nil)
        }
        Task {
            let value = await task.value
            finish.take()?.resume(returning: value)
            timer.cancel()
        }
    }
}

extension Locked {
    /// What is inside, leaving nothing.
    fileprivate func take<Value>() -> Value? where State == Value? {
        withLock { state in
            defer { state = nil }
            return state
        }
    }
}
