import Foundation
import Platform
import Terminal
import Workbench

/// The terminal of a live dashboard: frames are drawn on a thread of its own, since a terminal may take its time.
final class LiveScreen: Sendable {
    private struct State: Sendable {
        var painter = FramePainter()
        var isTaken = false
        /// Somebody else has the terminal.
        var isAway = false
    }

    private let state = Locked(State())
    private let isColoured: Bool
    private let environment: [String: String]
    private let drawing = CPUPool(threads: 1, queueLimit: 4, name: "torii-screen")

    init(isColoured: Bool, environment: [String: String]) {
        self.isColoured = isColoured
        self.environment = environment
    }

    var size: (columns: Int, rows: Int) {
        let facts = TerminalFacts.current(.standardOutput, environment: environment)
        return (facts.columns ?? 80, facts.rows ?? 24)
    }

    /// The next frame draws every line.
    func forget() { state.withLock { $0.painter.forget() } }

    /// Gives the terminal back and stops the process, as Ctrl-Z does.
    func suspend() {
        state.withLock { $0.isAway = true }
        TerminalSession.suspend()
    }

    /// The process goes on: the terminal may be another's work now, whoever stopped it.
    func resume() {
        state.withLock { state in
            if state.isAway { state.painter.begin() } else { state.painter.forget() }
            if state.isAway { state.isTaken = false }
            state.isAway = false
        }
        TerminalSession.takeKeys()
    }

    func draw(_ view: LiveView, at now: Duration) async {
        let size = size
        let lines = view.lines(columns: size.columns, rows: size.rows, at: now, isColoured: isColoured)
        let (frame, isFirst) = state.withLock { state -> ([UInt8], Bool) in
            guard !state.isAway else { return ([], false) }
            defer { state.isTaken = true }
            return (state.painter.frame(lines, columns: size.columns), !state.isTaken)
        }
        guard !frame.isEmpty else { return }
        _ = await drawing.run {
            if isFirst { TerminalSession.take(drawing: frame) } else { TerminalSession.write(frame) }
        }
    }
}
