import Platform
import Policy

/// One command of the tool. Help, completions and parsing all read this, so they cannot disagree.
struct Command: Sendable {
    struct Option: Sendable {
        /// Without dashes.
        let name: String
        /// Placeholder of its value; nil for a switch.
        let value: String?
        let summary: String
        /// Values that complete it.
        var choices: [String] = []
        /// May be given more than once.
        var repeats = false
        /// Whether `TORII_NAME` and the configuration file may give it too.
        var isSetting = false
        /// What a setting is where nothing gives it; nil where that is nothing, or depends.
        var standard: String?
    }

    enum Group: String, Sendable, CaseIterable {
        case run = "Run"
        case gate = "Look at pictures"
        case policy = "Policy"
        case money = "Money"
        case care = "Care"
    }

    /// `["policy", "lint"]`
    let words: [String]
    let group: Group
    let summary: String
    /// Such as `FILE…`; empty when it takes none.
    var operands = ""
    var options: [Option] = []
    /// Command lines with what they do.
    var examples: [(line: String, purpose: String)] = []
    /// What its help ends with, such as the form of a file it reads.
    var reference = ""
    let run: @Sendable (Invocation) async throws(Stop) -> ExitCode

    var name: String { words.joined(separator: " ") }
}

/// A command's arguments, checked against its options.
struct Invocation: Sendable {
    let command: Command
    let operands: [String]
    let values: [String: [String]]
    /// Of options that environment or file give, and standards of those they do not; flags win.
    let settings: [String: String]
    let console: Console
    /// For commands that run until they are ended.
    let signals: Signals?

    func value(_ option: String) -> String? { values[option]?.last ?? settings[option] }
    /// Whether the command line itself names it.
    func has(_ option: String) -> Bool { values[option] != nil }

    /// A value that must be given.
    func required(_ option: String) throws(Stop) -> String {
        guard let value = value(option) else { throw .usage("`torii \(command.name)` needs --\(option)") }
        return value
    }

    /// A time with its unit: `90d`, `24h`, `5m`, `30s`; nil when not given.
    func duration(_ option: String, in range: ClosedRange<Duration>) throws(Stop) -> Duration? {
        guard let text = value(option) else { return nil }
        let days = text.hasSuffix("d") ? Int64(text.dropLast()).flatMap { (0...36_500).contains($0) ? $0 : nil } : nil
        guard let duration = days.map({ Duration.seconds($0 * 86_400) }) ?? Duration(shown: text),
            range.contains(duration)
        else {
            throw .usage(
                "--\(option) must be \(range.lowerBound.shown)...\(range.upperBound.shown), such as 24h or 7d, found `\(text)`"
            )
        }
        return duration
    }

    /// A whole number in a range, of an option that must be given or has a standard.
    func integer(_ option: String, in range: ClosedRange<Int>) throws(Stop) -> Int {
        _ = try required(option)
        return try integer(option, in: range, default: range.lowerBound)
    }

    /// A whole number in a range.
    func integer(_ option: String, in range: ClosedRange<Int>, default standard: Int) throws(Stop) -> Int {
        guard let text = value(option) else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw .usage(
                "--\(option) must be a whole number \(range.lowerBound)...\(range.upperBound), found `\(text)`"
            )
        }
        return number
    }
}

/// A command that cannot go on: what to say and what to exit with.
struct Stop: Error, Sendable {
    let code: ExitCode
    let message: String

    static func usage(_ message: String) -> Stop { Stop(code: .usage, message: message) }
    static func failed(_ message: String) -> Stop { Stop(code: .failed, message: message) }
}
