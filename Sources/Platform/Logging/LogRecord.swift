package import Economics

/// One record of the log and its two forms, each one line with its newline.
package struct LogRecord: Sendable {
    package let time: Timestamp
    package let level: Log.Level
    package let message: String
    package let fields: [(String, Log.Value)]

    package init(time: Timestamp, level: Log.Level, message: String, fields: [(String, Log.Value)]) {
        self.time = time
        self.level = level
        self.message = message
        self.fields = fields
    }

    /// `{"time":"2026-11-30T10:36:18.123456Z","level":"info","msg":"…",…}`. A field named as one of the three keeps its
    /// value under a name with a trailing underscore; a number that JSON cannot hold is written as text.
    package var json: [UInt8] {
        var line = "{\"time\":\"\(time.iso8601)\",\"level\":\"\(level.rawValue)\",\"msg\":"
        line += PrintableText.json(message)
        for (name, value) in fields {
            line += ","
            line += PrintableText.json(["time", "level", "msg"].contains(name) ? name + "_" : name)
            line += ":"
            switch value {
            case .text(let text): line += PrintableText.json(text)
            case .integer(let number): line += String(number)
            case .double(let number): line += number.isFinite ? String(number) : "\"\(number)\""
            case .flag(let flag): line += flag ? "true" : "false"
            }
        }
        return Array((line + "}\n").utf8)
    }

    /// `10:36:18.123456 warning  message  name=value`.
    package var text: [UInt8] {
        let padding = String(repeating: " ", count: 8 - level.rawValue.utf8.count)
        var line =
            "\(time.iso8601.dropFirst(11).dropLast()) \(level.rawValue)\(padding)\(PrintableText.visible(message))"
        for (name, value) in fields {
            line += "  \(PrintableText.visible(name))="
            switch value {
            case .text(let text): line += PrintableText.visible(text)
            case .integer(let number): line += String(number)
            case .double(let number): line += String(number)
            case .flag(let flag): line += String(flag)
            }
        }
        return Array((line + "\n").utf8)
    }
}
