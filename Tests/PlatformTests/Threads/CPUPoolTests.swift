import Glibc
import TestSupport
import Testing

@testable import Platform

@Suite struct CPUPoolTests {
    /// Blocks a pool thread until it opens: what the pool's own threads are for.
    private final class Hurdle: Sendable {
        private let queue = BlockingQueue<Int>()
        func pass() { _ = queue.pop() }
        func open() { queue.close() }
    }

    @Test(.timeLimit(.minutes(1))) func returnsEveryJobsOwnValue() async {
        let pool = CPUPool(threads: 3, queueLimit: 10_000)
        let values = await withTaskGroup(of: Int?.self) { group in
            for number in 0..<2_000 { group.addTask { await pool.run { number * 2 } } }
            return await group.reduce(into: []) { $0.append($1 ?? -1) }
        }
        #expect(values.sorted() == (0..<2_000).map { $0 * 2 })
        while pool.load > 0 { await Task.yield() }
        #expect(pool.load == 0)
    }

    @Test(.timeLimit(.minutes(1))) func refusesWhatExceedsTheQueue() async {
        let pool = CPUPool(threads: 1, queueLimit: 2)
        let hurdle = Hurdle()
        let started = Latch()
        async let first = pool.run {
            started.open()
            hurdle.pass()
            return 1
        }
        await started.wait()
        async let second = pool.run { 2 }
        while pool.load < 2 { await Task.yield() }
        async let third = pool.run { 3 }
        while pool.load < 3 { await Task.yield() }
        #expect(await pool.run { 4 } == nil)
        #expect(pool.load == 3)
        hurdle.open()
        #expect(await [first, second, third] == [1, 2, 3])
    }

    @Test(.timeLimit(.minutes(1))) func dropsAJobCancelledBeforeItStarts() async {
        let pool = CPUPool(threads: 1, queueLimit: 8)
        let hurdle = Hurdle()
        let started = Latch()
        let ran = Locked(false)
        async let first = pool.run {
            started.open()
            hurdle.pass()
            return 1
        }
        await started.wait()
        let waiting = Task { await pool.run { ran.withLock { $0 = true } } }
        while pool.load < 2 { await Task.yield() }
        waiting.cancel()
        // It answers and leaves the queue although the only thread is still busy.
        #expect(await waiting.value == nil)
        #expect(pool.load == 1)
        hurdle.open()
        #expect(await first == 1)
        pool.shutdown()
        #expect(!ran.withLock { $0 })
    }

    @Test(.timeLimit(.minutes(1))) func finishesAJobCancelledAfterItStarted() async {
        let pool = CPUPool(threads: 1, queueLimit: 1)
        let hurdle = Hurdle()
        let started = Latch()
        let task = Task {
            await pool.run {
                started.open()
                hurdle.pass()
                return 7
            }
        }
        await started.wait()
        task.cancel()
        hurdle.open()
        #expect(await task.value == 7)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [1, 2, 3] as [UInt64])
    func answersEveryCallOfAStormOfCancellations(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        let pool = CPUPool(threads: 2, queueLimit: 64)
        let ran = Locked(0)
        var tasks: [Task<Int?, Never>] = []
        for _ in 0..<3_000 {
            let task = Task {
                await pool.run {
                    ran.withLock { $0 += 1 }
                    return 1
                }
            }
            if random.next().isMultiple(of: 2) { task.cancel() }
            tasks.append(task)
        }
        var answered = 0
        for task in tasks where await task.value != nil { answered += 1 }
        let started = ran.withLock { $0 }
        #expect(answered == started, "seed \(seed)")
        while pool.load > 0 { await Task.yield() }
    }

    @Test(.timeLimit(.minutes(1))) func refusesAfterShutdown() async {
        let pool = CPUPool(threads: 2, queueLimit: 4)
        #expect(await pool.run { 1 } == 1)
        await BlockingPool(threads: 1).run { pool.shutdown() }
        #expect(await pool.run { 2 } == nil)
    }

    @Test(.timeLimit(.minutes(1))) func namesItsThreads() async throws {
        let pool = CPUPool(threads: 1, queueLimit: 1, name: "measuring-things")
        let name = await pool.run { try? FileContent.read("/proc/thread-self/comm") }
        #expect(String(decoding: try #require(name ?? nil), as: UTF8.self) == "measuring-thing\n")
    }

    @Test(.timeLimit(.minutes(1))) func blockingPoolRunsEverythingEvenAfterShutdown() async {
        let pool = BlockingPool(threads: 2)
        #expect(await pool.run { 1 } == 1)
        await BlockingPool(threads: 1).run { pool.shutdown() }
        #expect(await pool.run { 2 } == 2)
    }
}
