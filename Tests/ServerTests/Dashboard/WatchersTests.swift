import Platform
import Testing

@testable import Server

@Suite(.timeLimit(.minutes(2))) struct WatchersTests {
    private static func view(_ width: Int = 100) -> Watchers.View {
        Watchers.View(
            document: "overview",
            profile: nil,
            days: 1,
            style: ScreenStyle(width: width),
            colour: false,
            pause: .milliseconds(1)
        )
    }

    @Test func drawsOnceForAllOfAView() async throws {
        let watchers = Watchers(limit: 50)
        let draws = Locked(0)
        let isReleased = Locked(false)
        var streams: [AsyncStream<[UInt8]>.Iterator] = []
        for _ in 0..<50 {
            let frames = watchers.frames(of: Self.view()) {
                let number = draws.withLock { draws in
                    draws += 1
                    return draws
                }
                // The first drawing for all waits until each stream has had one of its own.
                while number > 50, !isReleased.withLock({ $0 }) { await Task.yield() }
                return [ScreenLine([.init("drawing \(number)", .plain)])]
            }
            streams.append(try #require(frames).makeAsyncIterator())
        }
        for index in streams.indices {
            let first = String(decoding: try #require(await streams[index].next()), as: UTF8.self)
            #expect(first.contains("\u{1B}[2J"))
        }
        isReleased.withLock { $0 = true }
        for index in streams.indices {
            let second = String(decoding: try #require(await streams[index].next()), as: UTF8.self)
            #expect(second.contains("drawing 51\u{1B}") && !second.contains("\u{1B}[2J"))
        }
    }

    @Test func stopsDrawingWhenTheLastHasLeft() async throws {
        let watchers = Watchers()
        let draws = Locked(0)
        var frames = watchers.frames(of: Self.view()) {
            draws.withLock { $0 += 1 }
            return []
        }
        try await eventually { draws.withLock { $0 } > 3 }
        _ = frames
        frames = nil
        var last = -1
        // Two looks ten drawings apart that count the same.
        try await eventually {
            let before = last
            last = draws.withLock { $0 }
            try await Task.sleep(for: .milliseconds(10))
            return before == last
        }
    }

    @Test func endsEveryStreamOfAViewThatCannotBeDrawn() async throws {
        let watchers = Watchers(limit: 3)
        let isBroken = Locked(false)
        var streams: [AsyncStream<[UInt8]>] = []
        for _ in 0..<3 {
            streams.append(
                try #require(
                    watchers.frames(of: Self.view()) { isBroken.withLock { $0 } ? nil : [] }
                )
            )
        }
        #expect(watchers.frames(of: Self.view(80)) { [] } == nil)
        isBroken.withLock { $0 = true }
        for stream in streams { for await _ in stream {} }
        // Their places are free again.
        try await eventually { watchers.frames(of: Self.view(80)) { [] } != nil }
    }
}
