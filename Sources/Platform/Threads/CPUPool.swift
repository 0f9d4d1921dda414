import Synchronization

/// A bounded pool of own threads for decoding and measuring, so that CPU work never sits on the shared pool.
///
/// First in, first out. The threads end with `shutdown()`, or by themselves once nothing refers to the pool.
package final class CPUPool: Sendable {
    /// One call of `run`: `start` does the work, `abandon` answers nil.
    private final class Ticket: Sendable {
        let isCancelled = Atomic(false)
        let start: @Sendable (_ isCancelled: Bool) -> Void

        init(start: @escaping @Sendable (_ isCancelled: Bool) -> Void) { self.start = start }
    }

    private let queue = BlockingQueue<Ticket>()
    private let threads: [OwnThread]
    private let queueLimit: Int

    /// - Parameters:
    ///   - threads: At least 1.
    ///   - queueLimit: Jobs waiting beyond it are refused; at least 1.
    ///   - name: The threads'; Linux shows 15 bytes of it.
    package init(threads: Int, queueLimit: Int, name: String = "torii-cpu") {
        precondition(threads > 0 && queueLimit > 0, "a pool without threads or queue")
        self.queueLimit = queueLimit
        let queue = self.queue
        self.threads = (0..<threads).map { index in
            OwnThread(name: "\(name)-\(index)") {
                while let ticket = queue.pop() {
                    ticket.start(ticket.isCancelled.load(ordering: .acquiring))
                    queue.done()
                }
            }
        }
    }

    deinit { queue.close() }

    /// Runs `job` on a pool thread and returns its value; nil when the queue is full or the pool is shut down.
    ///
    /// A job whose task is cancelled before it starts is not run, leaves the queue at once and returns nil.
    package func run<Value: Sendable>(_ job: @escaping @Sendable () -> Value) async -> Value? {
        let slot = Locked<CheckedContinuation<Value?, Never>?>(nil)
        let ticket = Ticket { isCancelled in
            let value = isCancelled ? nil : job()
            slot.withLock { $0.take() }?.resume(returning: value)
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                slot.withLock { $0 = continuation }
                guard queue.push(ticket, limit: queueLimit) == .accepted else {
                    slot.withLock { $0.take() }?.resume(returning: nil)
                    return
                }
                // The cancellation may have come before the push and found nothing to take out.
                if ticket.isCancelled.load(ordering: .acquiring) { abandon(ticket) }
            }
        } onCancel: {
            ticket.isCancelled.store(true, ordering: .releasing)
            abandon(ticket)
        }
    }

    /// Jobs waiting or running.
    package var load: Int { queue.load }

    /// Runs what is queued, then ends and joins the threads. Blocking: not from an `async` function.
    package func shutdown() {
        queue.close()
        for thread in threads { thread.join() }
    }

    private func abandon(_ ticket: Ticket) {
        queue.remove { $0 === ticket }?.start(true)
    }
}
