import Dispatch
import Foundation
import Platform
import Terminal
import Workbench

/// A server's dashboard over the whole terminal, until somebody has seen enough. Keys, signals, answers and the clock come
/// in one queue; nobody who fills it waits for another.
struct LiveDashboard: Sendable {
    private enum Event: Sendable {
        case keys([UInt8])
        case signal(Signals.Event)
        /// Of the question with that number.
        case answer(Int, LiveView.Question, Result<LiveAnswer, Stop>)
        case tick
    }

    let source: DashboardSource
    let question: LiveView.Question
    let interval: Duration
    let isColoured: Bool
    let environment: [String: String]

    private static let step = Duration.milliseconds(250)
    /// Time for a first answer before the screen is taken without one.
    private static let patience = Duration.seconds(1)

    func run(until signals: Signals?) async throws(Stop) {
        let (events, queue) = AsyncStream.makeStream(of: Event.self)
        let pumps = [
            Task { for await bytes in TerminalKeys().bytes { queue.yield(.keys(bytes)) } },
            Task { for await signal in signals?.events ?? .finished { queue.yield(.signal(signal)) } },
            Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: Self.step)  // Cancelled: the loop ends.
                    queue.yield(.tick)
                }
            },
        ]
        defer {
            pumps.forEach { $0.cancel() }
            queue.finish()
            TerminalSession.leave()
        }
        let start = ContinuousClock.now
        let screen = LiveScreen(isColoured: isColoured, environment: environment)
        var view = LiveView(question, server: source.base)
        var keys = KeyReader()
        var number = 0
        var asking: Task<Void, Never>?
        func ask() {
            asking?.cancel()
            number += 1
            view.asked()
            asking = Task { [number, question = view.question] in
                let result: Result<LiveAnswer, Stop>
                do throws(Stop) {
                    result = .success(try await source.answer(to: question, for: screen.size))
                } catch {
                    result = .failure(error)
                }
                queue.yield(.answer(number, question, result))
            }
        }
        ask()
        loop: for await event in events {
            let now = ContinuousClock.now - start
            switch event {
            case .keys(let bytes):
                for key in keys.keys(in: bytes) {
                    let wish = view.press(key)
                    if wish == .answer { ask() }
                    if wish == .end { break loop }
                }
            case .signal(.terminate), .signal(.interrupt), .signal(.reload): break loop
            case .signal(.resize):
                screen.forget()
                ask()
            case .signal(.suspend):
                screen.suspend()
            case .signal(.resume):
                screen.resume()
                ask()
            case .answer(let answered, let question, let result):
                guard answered == number else { continue }
                switch result {
                case .success(let answer): view.received(answer, to: question, at: now, every: interval)
                case .failure(let stop):
                    // Nothing was seen yet: a mistyped address is no screen to look at.
                    guard view.hasAnswer else { throw stop }
                    view.failed(stop.message, at: now)
                }
            case .tick:
                for key in keys.rest() { _ = view.press(key) }
                if !view.isPaused, let next = view.next, now >= next, !view.isAsking { ask() }
            }
            if view.hasAnswer || now > Self.patience { await screen.draw(view, at: ContinuousClock.now - start) }
        }
        asking?.cancel()
        TerminalSession.leave(writing: view.summary(at: ContinuousClock.now - start).map { $0 + "\n" } ?? "")
    }
}
