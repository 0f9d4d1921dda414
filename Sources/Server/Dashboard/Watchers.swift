import Platform

/// Streams of screens that are open now. Those of the same view share every drawing after their first: a thousand of them
/// cost one read of the ledger a frame, and a write each.
package final class Watchers: Sendable {
    /// What makes two streams the same but for when they began.
    struct View: Sendable, Hashable {
        let document: String
        let profile: String?
        let days: Int
        let style: ScreenStyle
        let colour: Bool
        /// Between two frames.
        let pause: Duration
    }

    private typealias Stream = AsyncStream<[UInt8]>.Continuation

    /// The streams of one view, and what draws for them.
    private struct Audience: Sendable {
        var streams: [Int: Stream] = [:]
        var drawing: Task<Void, Never>?
    }

    private struct State: Sendable {
        var audiences: [View: Audience] = [:]
        var open: Set<Int> = []
        var entered = 0
    }

    package let limit: Int
    private let state = Locked(State())

    package init(limit: Int = 64) { self.limit = limit }

    /// Frames of a view, the first at once; nil when there are `limit` streams already.
    ///
    /// - Parameter draw: The screen as it is now; nil ends the streams of the view.
    func frames(
        of view: View,
        _ draw: @escaping @Sendable () async -> [ScreenLine]?
    ) -> AsyncStream<[UInt8]>? {
        guard let number = enter() else { return nil }
        // A slow reader skips frames: each is a whole screen.
        let (frames, stream) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(2))
        stream.onTermination = { _ in self.leave(view, number) }
        Task {
            guard let lines = await draw() else { return stream.finish() }
            join(
                view,
                number,
                stream,
                first: lines.frame(isFirst: true, colour: view.colour, width: view.style.width),
                draw
            )
        }
        return frames
    }

    private func enter() -> Int? {
        state.withLock { state in
            guard state.open.count < limit else { return nil }
            state.entered += 1
            state.open.insert(state.entered)
            return state.entered
        }
    }

    private func join(
        _ view: View,
        _ number: Int,
        _ stream: Stream,
        first frame: [UInt8],
        _ draw: @escaping @Sendable () async -> [ScreenLine]?
    ) {
        state.withLock { state in
            // It may have left before its first frame was drawn.
            guard state.open.contains(number) else { return }
            stream.yield(frame)
            state.audiences[view, default: Audience()].streams[number] = stream
            guard state.audiences[view]?.drawing == nil else { return }
            state.audiences[view]?.drawing = Task { await self.show(view, draw) }
        }
    }

    private func leave(_ view: View, _ number: Int) {
        state.withLock { state in
            state.open.remove(number)
            guard state.audiences[view]?.streams.removeValue(forKey: number) != nil,
                state.audiences[view]?.streams.isEmpty == true
            else { return }
            state.audiences.removeValue(forKey: view)?.drawing?.cancel()
        }
    }

    /// Draws for all streams of a view until the last has left.
    private func show(_ view: View, _ draw: @Sendable () async -> [ScreenLine]?) async {
        while true {
            try? await Task.sleep(for: view.pause)  // Cancelled: nobody looks any more.
            if Task.isCancelled { return }
            let lines = await draw()
            let streams = state.withLock { state in
                // Whoever comes after a screen that cannot be drawn begins a new audience.
                let audience = lines == nil ? state.audiences.removeValue(forKey: view) : state.audiences[view]
                return audience.map { Array($0.streams.values) } ?? []
            }
            guard let lines else {
                for stream in streams { stream.finish() }
                return
            }
            let frame = lines.frame(isFirst: false, colour: view.colour, width: view.style.width)
            for stream in streams { stream.yield(frame) }
        }
    }
}
