/// The manual page, made from the command table: `torii man > torii.1`.
enum ManualPage {
    /// In the macros of man(7).
    static func text() -> String {
        var page = [
            ".TH TORII 1 \"\" \"torii \(Version.current)\" \"User commands\"",
            ".SH NAME",
            "torii \\- pay for a vision model only when it is worth it",
            ".SH SYNOPSIS",
            ".B torii",
            ".I command",
            "[options]",
        ]
        for group in Command.Group.allCases {
            page.append(".SH \(escaped(group.rawValue.uppercased()))")
            for command in CommandTable.all where command.group == group { page += section(of: command) }
        }
        page.append(".SH ENVIRONMENT")
        page += verbatim(Help.topic("environment") ?? "")
        page.append(".SH EXIT STATUS")
        for code in ExitCode.allCases { page += [".TP", "\(code.rawValue)", escaped(code.meaning)] }
        return page.joined(separator: "\n")
    }

    private static func section(of command: Command) -> [String] {
        var lines = [".SS torii \(escaped(command.name)) \(escaped(command.operands))", escaped(command.summary)]
        for option in command.options {
            lines.append(".TP")
            lines.append(
                "\\fB\(escaped("--" + option.name))\\fR" + (option.value.map { " \\fI\(escaped($0))\\fR" } ?? "")
            )
            lines.append(escaped(option.summary))
        }
        for example in command.examples {
            lines += [".PP", "\(escaped(example.purpose)):"]
            lines += verbatim(example.line)
        }
        if !command.reference.isEmpty { lines += verbatim(command.reference) }
        return lines
    }

    /// Lines kept as they are.
    private static func verbatim(_ text: String) -> [String] {
        [".PP", ".nf", ".RS 4"]
            + text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
            + [".RE", ".fi"]
    }

    /// A hyphen would else be typeset as another character, and a line that begins with a dot be taken for a macro.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}
