/// One thread of our own that an actor is pinned to: blocking C is allowed on it. Jobs run in the order of `enqueue`.
///
/// ```swift
/// actor Writer {
///     private let executor = ThreadExecutor(name: "writer")
///     nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
/// }
/// ```
///
/// The thread ends with `shutdown()`, or by itself once nothing refers to the executor.
package final class ThreadExecutor: SerialExecutor {
    /// A job, and the executor it keeps alive while it waits and runs.
    private struct Entry: Sendable {
        let job: UnownedJob
        let executor: ThreadExecutor
    }

    private let name: String
    private let queue = BlockingQueue<Entry>()
    private let thread: OwnThread
    /// Held while a job runs, so that a late job never overlaps another.
    private let turn = PthreadMutex()

    /// - Parameter name: The thread's; Linux shows 15 bytes of it.
    package init(name: String) {
        self.name = name
        let queue = self.queue
        thread = OwnThread(name: name) {
            while let entry = queue.pop() {
                entry.executor.run(entry.job)
                queue.done()
            }
        }
    }

    deinit { queue.close() }

    package func enqueue(_ job: consuming ExecutorJob) {
        let entry = Entry(job: UnownedJob(job), executor: self)
        if queue.push(entry) == .accepted { return }
        // After shutdown a job must still run, or whoever awaits it hangs for ever: on a thread made for it.
        OwnThread(name: name) { entry.executor.run(entry.job) }.detach()
    }

    /// Runs what is queued, then ends and joins the thread. Blocking: not from a job of this executor, and not from
    /// an `async` function.
    package func shutdown() {
        queue.close()
        thread.join()
    }

    /// Jobs waiting or running.
    package var load: Int { queue.load }

    /// Whether the caller runs on this executor's thread.
    package var isCurrentThread: Bool { thread.isCurrent }

    private func run(_ job: UnownedJob) {
        turn.lock()
        defer { turn.unlock() }
        unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    }
}
