import Documents
import Platform

/// Reads `--option value`, `--option=value`, switches and operands against one command's options.
enum ArgumentReader {
    static func invocation(
        _ arguments: [String],
        for command: Command,
        console: Console,
        signals: Signals?,
        environment: [String: String]
    ) throws(Stop) -> Invocation {
        var operands: [String] = []
        var values: [String: [String]] = [:]
        var rest = arguments[...]
        var optionsEnded = false
        while let argument = rest.popFirst() {
            if argument == "--", !optionsEnded {
                optionsEnded = true
            } else if argument.hasPrefix("--"), !optionsEnded {
                let (name, inline) = split(argument)
                guard let option = (command.options + [.config]).first(where: { $0.name == name }) else {
                    throw unknown(name, of: command)
                }
                if option.value == nil {
                    guard inline == nil else { throw .usage("--\(name) takes no value") }
                    values[name, default: []].append("")
                    continue
                }
                guard let value = inline ?? rest.popFirst(), !value.isEmpty else {
                    throw .usage("--\(name) needs a value: --\(name) \(option.value ?? "")")
                }
                guard option.choices.isEmpty || option.choices.contains(value) else {
                    throw .usage("--\(name) takes \(option.choices.joined(separator: ", ")); found `\(value)`")
                }
                guard option.repeats || values[name] == nil else { throw .usage("--\(name) is given twice") }
                values[name, default: []].append(value)
            } else if argument.hasPrefix("-"), argument.count > 1, !optionsEnded {
                throw .usage(
                    "`\(argument)` is no option; options are written out, such as --\(command.options.first?.name ?? "help")"
                )
            } else {
                operands.append(argument)
            }
        }
        if command.operands.isEmpty, let extra = operands.first {
            throw .usage("`torii \(command.name)` takes no `\(extra)`")
        }
        let settings = try Settings(named: values["config"]?.first, environment: environment)
        var standing: [String: String] = [:]
        for option in command.options where option.isSetting {
            standing[option.name] = settings.values[option.name]?.text ?? option.standard
        }
        return Invocation(
            command: command,
            operands: operands,
            values: values,
            settings: standing,
            console: console,
            signals: signals
        )
    }

    private static func split(_ argument: String) -> (name: String, value: String?) {
        let text = argument.dropFirst(2)
        guard let sign = text.firstIndex(of: "=") else { return (String(text), nil) }
        return (String(text[..<sign]), String(text[text.index(after: sign)...]))
    }

    private static func unknown(_ name: String, of command: Command) -> Stop {
        let known = command.options.map(\.name)
        if let near = Spelling.nearest(to: name, among: known) {
            return .usage("`torii \(command.name)` has no --\(name); did you mean --\(near)?")
        }
        let list = known.map { "--\($0)" }.joined(separator: ", ")
        return .usage("`torii \(command.name)` has no --\(name); it has \(list)")
    }
}
