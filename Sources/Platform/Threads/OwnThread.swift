import Glibc

/// One POSIX thread. It ends when its body returns; somebody joins or detaches it.
package final class OwnThread: @unchecked Sendable {
    /// What the C entry point is handed.
    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    // SAFETY: written once in `init`, then only read.
    private let handle: pthread_t
    private let isSettled = Locked(false)

    /// - Parameter name: Shown by `top -H` and debuggers; Linux keeps 15 bytes of it.
    package init(name: String, body: @escaping @Sendable () -> Void) {
        let start = unsafe Unmanaged.passRetained(Start(name: name, body: body))
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                let start = unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
                // What pthread_setname_np does, which Glibc's overlay does not show. A thread without its name works.
                if let comm = FileDescriptor(opening: "/proc/thread-self/comm", flags: O_WRONLY) {
                    _ = comm.write(Array(start.name.utf8.prefix(15)))
                }
                start.body()
                return nil
            },
            start.toOpaque()
        )
        precondition(result == 0, "the system refuses another thread (error \(result))")
        handle = thread
    }

    deinit { detach() }

    var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

    /// Waits for the end. Does nothing on the thread itself or a second time.
    func join() {
        guard !isCurrent, settle() else { return }
        _ = pthread_join(handle, nil)
    }

    /// Lets it end by itself.
    package func detach() {
        if settle() { pthread_detach(handle) }
    }

    /// Sends a signal to this thread alone. Only while it runs.
    func send(_ signal: Int32) { pthread_kill(handle, signal) }

    /// Whether this call is the first.
    private func settle() -> Bool {
        isSettled.withLock { settled in
            defer { settled = true }
            return !settled
        }
    }
}
