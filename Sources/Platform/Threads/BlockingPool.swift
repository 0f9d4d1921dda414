/// A few own threads for calls that block (reading a file, joining a thread) in `async` code. Nothing is refused and
/// nothing is cancelled: what was begun is done.
package final class BlockingPool: Sendable {
    private let queue = BlockingQueue<@Sendable () -> Void>()
    private let threads: [OwnThread]

    /// - Parameter threads: At least 1.
    package init(threads: Int = 2, name: String = "torii-io") {
        precondition(threads > 0, "a pool without threads")
        let queue = self.queue
        self.threads = (0..<threads).map { index in
            OwnThread(name: "\(name)-\(index)") {
                while let job = queue.pop() {
                    job()
                    queue.done()
                }
            }
        }
    }

    deinit { queue.close() }

    /// Runs `job` on a thread of the pool, in its turn. After `shutdown()` on a thread made for it.
    package func run<Value: Sendable>(_ job: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let work: @Sendable () -> Void = { continuation.resume(returning: job()) }
            if queue.push(work) != .accepted { OwnThread(name: "torii-io-late", body: work).detach() }
        }
    }

    /// Runs what is queued, then ends and joins the threads. Blocking.
    package func shutdown() {
        queue.close()
        for thread in threads { thread.join() }
    }
}
