#if TSAN
import Glibc
#else
import Synchronization
#endif

/// State behind a lock that cannot be forgotten. Effects happen after unlock; never call out while holding it.
///
/// A `Mutex`; with `-D TSAN` a `pthread_mutex_t`, since ThreadSanitizer reports false races on `Mutex` on Linux.
package final class Locked<State: Sendable>: Sendable {
    #if TSAN
    // SAFETY: only touched between `lock` and `unlock` of `mutex`, which lives as long as `self`.
    private nonisolated(unsafe) var state: State
    private let mutex = PthreadMutex()

    package init(_ state: State) { unsafe self.state = state }

    /// Runs `body` alone with the state. It must be short, must not wait, and must not take another lock.
    package func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        mutex.lock()
        defer { mutex.unlock() }
        return try unsafe body(&state)
    }
    #else
    private let mutex: Mutex<State>

    package init(_ state: State) { mutex = Mutex(state) }

    package func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try mutex.withLock { state throws(Failure) in try body(&state) }
    }
    #endif
}
