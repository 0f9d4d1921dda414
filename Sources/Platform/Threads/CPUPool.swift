import Synchronization

/// A bounded pool of own threads for decoding and measuring, so that CPU work never sits on the shared pool.
///
/// Cheap jobs pass dear ones within bounds, and dear ones never take the last thread (`WorkSchedule`); jobs of one cost run
/// first in, first out. The threads end with `shutdown()`, or by themselves once nothing refers to the pool.
package final class CPUPool: Sendable {
    /// One call of `run`: `start` does the work, `abandon` answers nil.
    private final class Ticket: Sendable {
        let isCancelled = Atomic(false)
        let start: @Sendable (_ isCancelled: Bool) -> Void

        init(start: @escaping @Sendable (_ isCancelled: Bool) -> Void) { self.start = start }
    }

    private let queue: WorkQueue<Ticket>
    private let threads: [OwnThread]

    /// - Parameters:
    ///   - threads: At least 1.
    ///   - queueLimit: Jobs waiting beyond it are refused; at least 1.
    ///   - workLimit: So is what would make the work expected of all that wait longer than this for each thread.
    ///   - name: The threads'; Linux shows 15 bytes of it.
    package init(threads: Int, queueLimit: Int, workLimit: Duration = .seconds(60), name: String = "torii-cpu") {
        precondition(threads > 0 && queueLimit > 0, "a pool without threads or queue")
        let mostCost = Self.microseconds(workLimit) * Int64(threads)
        let schedule = WorkSchedule<Ticket>(threads: threads, mostWaiting: queueLimit, mostCost: mostCost)
        let queue = WorkQueue(schedule)
        self.queue = queue
        self.threads = (0..<threads).map { index in
            OwnThread(name: "\(name)-\(index)") {
                while let (ticket, cost) = queue.pop() {
                    ticket.start(ticket.isCancelled.load(ordering: .acquiring))
                    queue.done(cost: cost)
                }
            }
        }
    }

    deinit { queue.close() }

    /// Runs `job` on a pool thread and returns its value; nil when the queue is full or the pool is shut down.
    ///
    /// A job whose task is cancelled before it starts is not run, leaves the queue at once and returns nil.
    ///
    /// - Parameter cost: Time of a core that it is expected to take.
    package func run<Value: Sendable>(
        cost: Duration = .milliseconds(1),
        _ job: @escaping @Sendable () -> Value
    ) async -> Value? {
        let cost = Self.microseconds(cost)
        let slot = Locked<CheckedContinuation<Value?, Never>?>(nil)
        let ticket = Ticket { isCancelled in
            let value = isCancelled ? nil : job()
            slot.withLock { $0.take() }?.resume(returning: value)
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                slot.withLock { $0 = continuation }
                guard queue.push(ticket, cost: cost) == .accepted else {
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

    private static func microseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }

    private func abandon(_ ticket: Ticket) {
        queue.remove { $0 === ticket }?.start(true)
    }
}
