import Dispatch
import Platform

/// Keeps a pool of one thread busy until told to stop.
final class BusyWorker: Sendable {
    private let pool: CPUPool
    private let jobs: Int
    private let gate = DispatchSemaphore(value: 0)

    /// - Parameter jobs: The first occupies the thread, the others its queue.
    init(of pool: CPUPool, jobs: Int = 1) {
        self.pool = pool
        self.jobs = jobs
    }

    /// Returns once every job is running or queued.
    func begin() async {
        for number in 1...jobs {
            let pool = pool
            let gate = gate
            if number == 1 {
                await withCheckedContinuation { continuation in
                    Task {
                        _ = await pool.run {
                            continuation.resume()
                            gate.wait()
                        }
                    }
                }
            } else {
                Task { _ = await pool.run { gate.wait() } }
                while pool.load < number { await Task.yield() }
            }
        }
    }

    func end() { for _ in 0..<jobs { gate.signal() } }
}
