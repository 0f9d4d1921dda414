import Documents
import Foundation
import Platform
import Terminal

/// Finds the command, reads its arguments, runs it.
enum Tool {
    /// Whether the command runs until somebody ends it.
    static func runsUntilSignalled(_ arguments: [String]) -> Bool {
        ["serve", "emulator"].contains(arguments.first ?? "")
    }

    /// The signals a command takes itself; nil where they end it. Called once, before there is any other thread.
    static func signals(for arguments: [String]) -> Signals? {
        if runsUntilSignalled(arguments) { return Signals() }
        guard arguments.first == "dashboard" else { return nil }
        return Signals(ofTerminal: true) {
            TerminalSession.abandon()
            _exit(130)
        }
    }

    /// - Parameter hasOutput: Whether standard output is open. Without it only servers run: what any other command
    ///   did would go unseen, such as a key that is shown once.
    static func run(_ arguments: [String], signals: Signals?, hasOutput: Bool) async -> ExitCode {
        let console = Console.standard
        guard hasOutput || runsUntilSignalled(arguments) else {
            console.err("torii: standard output is closed: nothing was done; send it somewhere, such as to /dev/null")
            return .failed
        }
        guard let first = arguments.first else {
            console.out(Help.overview())
            return .done
        }
        switch first {
        case "--help", "-h": console.out(Help.overview()); return .done
        case "--version", "version": console.out("torii \(Version.current)"); return .done
        case "help": return help(Array(arguments.dropFirst()), console)
        case "completion": return completion(Array(arguments.dropFirst()), console)
        case "man": console.out(ManualPage.text()); return .done
        default: break
        }
        guard let (command, rest) = command(in: arguments) else { return unknown(arguments, console) }
        if rest.contains("--help") || rest.contains("-h") {
            console.out(Help.text(of: command))
            return .done
        }
        do throws(Stop) {
            let invocation = try ArgumentReader.invocation(
                rest,
                for: command,
                console: console,
                signals: signals,
                environment: ProcessInfo.processInfo.environment
            )
            return try await command.run(invocation)
        } catch {
            console.err("torii: \(error.message)")
            if error.code == .usage { console.err("see: torii \(command.name) --help") }
            return error.code
        }
    }

    /// The longest run of words that is a command.
    private static func command(in arguments: [String]) -> (Command, rest: [String])? {
        let match = CommandTable.all
            .filter { arguments.starts(with: $0.words) }
            .max { $0.words.count < $1.words.count }
        return match.map { ($0, Array(arguments.dropFirst($0.words.count))) }
    }

    private static func unknown(_ arguments: [String], _ console: Console) -> ExitCode {
        let family = CommandTable.all.filter { $0.words.first == arguments[0] }
        if !family.isEmpty {
            console.err(
                "torii: `\(arguments[0])` is followed by \(family.map { $0.words.dropFirst().joined(separator: " ") }.joined(separator: ", "))"
            )
            return .usage
        }
        let words = CommandTable.all.map { $0.words[0] } + ["completion", "help", "man", "version"]
        let near = Spelling.nearest(to: arguments[0], among: words)
        console.err("torii: there is no command `\(arguments[0])`" + (near.map { "; did you mean `\($0)`?" } ?? ""))
        console.err("see: torii --help")
        return .usage
    }

    private static func help(_ words: [String], _ console: Console) -> ExitCode {
        if words.isEmpty { console.out(Help.overview()); return .done }
        if let topic = Help.topic(words[0]) { console.out(topic); return .done }
        if let command = CommandTable.all.first(where: { $0.words == words }) {
            console.out(Help.text(of: command))
            return .done
        }
        console.err(
            "torii: no help on `\(words.joined(separator: " "))`; topics: \(Help.topics.joined(separator: ", "))"
        )
        return .usage
    }

    private static func completion(_ words: [String], _ console: Console) -> ExitCode {
        guard let script = words.first.flatMap(Completion.script(for:)) else {
            console.err("torii: say for which shell: torii completion bash|zsh|fish")
            return .usage
        }
        console.out(script)
        return .done
    }
}
