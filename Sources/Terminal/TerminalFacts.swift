import Glibc

/// What is known of the place output goes to.
package struct TerminalFacts: Sendable, Hashable {
    package var isTerminal: Bool
    /// Columns and rows; nil when it has no size.
    package var columns: Int?
    package var rows: Int?
    package var environment: [String: String]

    package init(isTerminal: Bool, columns: Int? = nil, rows: Int? = nil, environment: [String: String] = [:]) {
        self.isTerminal = isTerminal
        self.columns = columns
        self.rows = rows
        self.environment = environment
    }

    package enum Stream: Sendable, Hashable { case standardOutput, standardError }

    /// Of this process, now: the size changes with the window.
    package static func current(_ stream: Stream, environment: [String: String]) -> TerminalFacts {
        let descriptor = stream == .standardOutput ? STDOUT_FILENO : STDERR_FILENO
        var facts = TerminalFacts(isTerminal: isatty(descriptor) == 1, environment: environment)
        var size = winsize()
        if facts.isTerminal, unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 {
            if size.ws_col > 0 { facts.columns = Int(size.ws_col) }
            if size.ws_row > 0 { facts.rows = Int(size.ws_row) }
        }
        return facts
    }
}
