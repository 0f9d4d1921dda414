/// What a command ends with. The same numbers everywhere; listed by `torii help exit-codes`.
enum ExitCode: Int32, Sendable, CaseIterable {
    case done = 0
    case failed = 1
    case usage = 2
    case limitBroken = 3
    case moved = 4
    case unreachable = 5

    /// What a shell sees of a command that a signal ended.
    static let ofSignals = [
        (code: 130, signal: "SIGINT"), (code: 141, signal: "SIGPIPE"), (code: 143, signal: "SIGTERM"),
    ]

    var meaning: String {
        switch self {
        case .done: "done"
        case .failed: "failed: an invalid document, a refusal, something not found"
        case .usage: "the command line itself is wrong"
        case .limitBroken: "a limit would be broken, or the ledger does not tie"
        case .moved: "the base moved, or another process holds the data folder"
        case .unreachable: "the server cannot be reached or is not ready"
        }
    }
}
