import Testing

@testable import Platform

@Suite struct ThreadExecutorTests {
    private actor Pinned {
        let executor: ThreadExecutor
        private(set) var seen: [Int] = []
        private var busy = false
        private(set) var overlaps = 0
        private(set) var strayed = 0

        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

        init(_ executor: ThreadExecutor) { self.executor = executor }

        func add(_ number: Int) {
            if busy { overlaps += 1 }
            busy = true
            if !executor.isCurrentThread { strayed += 1 }
            seen.append(number)
            busy = false
        }
    }

    @Test(.timeLimit(.minutes(1))) func runsAnActorOnItsOwnThreadAlone() async {
        let actor = Pinned(ThreadExecutor(name: "pinned"))
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { for index in 0..<500 { await actor.add(task * 500 + index) } }
            }
        }
        #expect(await actor.seen.sorted() == Array(0..<4_000))
        #expect(await actor.overlaps == 0)
        #expect(await actor.strayed == 0)
    }

    @Test(.timeLimit(.minutes(1))) func keepsTheOrderOfOneCaller() async {
        let actor = Pinned(ThreadExecutor(name: "ordered"))
        for number in 0..<1_000 { await actor.add(number) }
        #expect(await actor.seen == Array(0..<1_000))
    }

    @Test(.timeLimit(.minutes(1))) func stillRunsWhatComesAfterShutdown() async {
        let executor = ThreadExecutor(name: "ended")
        let actor = Pinned(executor)
        await actor.add(1)
        await BlockingPool(threads: 1).run { executor.shutdown() }
        await withTaskGroup(of: Void.self) { group in
            for number in 2..<10 { group.addTask { await actor.add(number) } }
        }
        #expect(await actor.seen.sorted() == Array(1..<10))
        #expect(await actor.overlaps == 0)
    }

    @Test(.timeLimit(.minutes(1))) func endsItsThreadWhenNothingRefersToIt() async {
        weak var released: ThreadExecutor?
        do {
            let executor = ThreadExecutor(name: "short")
            released = executor
            await Pinned(executor).add(1)
        }
        while released != nil { await Task.yield() }
        #expect(released == nil)
    }
}
