import Platform
import Testing

@Suite struct LockedTests {
    @Test func losesNoUpdateUnderContention() async {
        let counter = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<5_000 { counter.withLock { $0 += 1 } } }
            }
        }
        #expect(counter.withLock { $0 } == 40_000)
    }

    @Test func keepsWhatWasWrittenBeforeAThrow() {
        let state = Locked(1)
        #expect(throws: PlatformError(.badURL, "no")) {
            try state.withLock { value throws(PlatformError) in
                value = 2
                throw PlatformError(.badURL, "no")
            }
        }
        #expect(state.withLock { $0 } == 2)
    }
}
