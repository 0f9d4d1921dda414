import Policy
import Server
import Workbench

/// Help texts, made from the command table.
enum Help {
    static func overview() -> String {
        var lines = [
            "torii: pay for a vision model only when it is worth it",
            "",
            "  make demo                                     see it work, no key needed",
            "  torii serve --port 8080 --data data --policies policies",
            "  torii gate photo.jpg --json                   what the gate sees in a picture",
            "",
        ]
        for group in Command.Group.allCases {
            lines.append("\(group.rawValue):")
            for command in CommandTable.all where command.group == group {
                lines.append("  " + command.name.padded(to: 22) + command.summary)
            }
            lines.append("")
        }
        lines.append("torii COMMAND --help   options and examples")
        lines.append("torii help TOPIC       \(topics.joined(separator: ", "))")
        lines.append("torii completion SHELL bash, zsh or fish")
        lines.append("torii man              the manual page: torii man > torii.1, then man ./torii.1")
        return lines.joined(separator: "\n")
    }

    static func text(of command: Command) -> String {
        var usage = "torii \(command.name)"
        if !command.operands.isEmpty { usage += " \(command.operands)" }
        if !command.options.isEmpty { usage += " [options]" }
        var lines = [command.summary, ""]
        for example in command.examples {
            lines.append("  \(example.line)")
            lines.append("      \(example.purpose)")
        }
        if !command.examples.isEmpty { lines.append("") }
        lines.append("usage: \(usage)")
        for option in command.options {
            let left = "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
            lines.append("  " + left.padded(to: 26) + option.summary)
        }
        if !command.reference.isEmpty { lines += ["", command.reference] }
        return lines.joined(separator: "\n")
    }

    static let topics = ["exit-codes", "errors", "environment", "policy"]

    static func topic(_ name: String) -> String? {
        switch name {
        case "exit-codes":
            let codes = ExitCode.allCases.map { "\($0.rawValue)".padded(to: 5) + $0.meaning }
            let signals = ExitCode.ofSignals.map { "\($0.code)".padded(to: 5) + "ended by \($0.signal)" }
            return (codes + signals).joined(separator: "\n")
        case "errors":
            let policy = PolicyCode.allCases.map { "  " + $0.rawValue.padded(to: 24) + $0.explanation }
            let dashboards = DashboardCode.allCases.map { "  " + $0.rawValue.padded(to: 24) + $0.explanation }
            return """
                Answers of the server carry one of these as `code` of application/problem+json (RFC 9457), beside `detail`,
                which says what is wrong this time. At the model's door it is the `reason` of google.rpc.ErrorInfo, in capitals.

                \(ProblemCode.listing)

                Policy documents, by torii policy lint:
                \(policy.joined(separator: "\n"))

                Dashboard documents:
                \(dashboards.joined(separator: "\n"))

                Commands end with the codes of torii help exit-codes.
                """
        case "environment":
            return """
                GEMINI_API_KEY          key of the Gemini API; without one `serve` starts the emulator and says so
                GEMINI_API_KEY_FILE     a file that holds the key, readable by you alone
                GEMINI_CA_FILE          PEM certificates to trust for the Gemini endpoint, as --gemini-ca-file
                TORII_DATA, TORII_…     any setting that `torii config show` lists; flags win, these win over torii.json5
                TORII_KEY               an API key of scope read, for `torii dashboard` on another machine
                TORII_CA_FILE           PEM certificates to trust for that machine, instead of the system's
                NO_COLOR                no colour
                CLICOLOR_FORCE          colour even where there is no terminal
                """
        case "policy":
            return """
                A policy folder holds one file a profile (ios.json5), prices.json5, models.json5 and contracts/*.json5.
                Files are proposals: `torii policy lint` checks them, `torii policy apply` makes a revision of them,
                `torii policy show` prints what is in force. A server reads revisions, never files, except at its first
                start on an empty data folder.
                """
        default: return nil
        }
    }
}
