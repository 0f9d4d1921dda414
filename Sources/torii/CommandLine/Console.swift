import Foundation
import Platform
import Terminal

/// Where results and remarks go. Results on standard output, everything else on standard error.
struct Console: Sendable {
    let out: @Sendable (String) -> Void
    let err: @Sendable (String) -> Void
    /// A result that brings its own line ends.
    let raw: @Sendable (String) -> Void
    let style: OutputStyle

    static var standard: Console {
        let facts = TerminalFacts.current(.standardOutput, environment: ProcessInfo.processInfo.environment)
        return Console(
            out: { write($0 + "\n", to: .standardOutput) },
            err: { write($0 + "\n", to: .standardError) },
            raw: { write($0, to: .standardOutput) },
            style: OutputStyle(facts: facts)
        )
    }

    /// Whether somebody can answer a question.
    static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// A reader that left (`| head`) ends the command by SIGPIPE; a full disk ends it with an error.
    private static func write(_ text: String, to handle: FileHandle) {
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            let cause = (error as NSError).localizedDescription
            // Nobody is left to tell when standard error is closed too.
            try? FileHandle.standardError.write(contentsOf: Data("torii: standard output: \(cause)\n".utf8))
            exit(ExitCode.failed.rawValue)
        }
    }
}
