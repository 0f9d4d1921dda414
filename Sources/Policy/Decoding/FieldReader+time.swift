import Economics

extension FieldReader {
    /// A duration with its unit: `"800ms"`, `"8s"`, `"5m"`, `"48h"`.
    func duration() -> Duration? {
        guard case .duration(let range) = form else { mismatch("a duration") }
        guard let text = node.string else {
            fail(
                .type,
                "a duration",
                hint: node.number.map { "write it with its unit: \"\($0.text)ms\" or \"\($0.text)s\"" }
            )
            return nil
        }
        guard let duration = Duration(shown: text) else {
            fail(.value, "a duration such as \"800ms\", \"8s\", \"5m\" or \"48h\"")
            return nil
        }
        guard range.contains(duration) else {
            fail(.range, "\(range.lowerBound.shown)...\(range.upperBound.shown)")
            return nil
        }
        return duration
    }

    /// A day, `"2026-12-31"`: its first moment in UTC.
    func day() -> Timestamp? {
        guard case .day = form else { mismatch("a day") }
        guard let text = node.string else {
            fail(.type, "a day such as \"2026-12-31\"")
            return nil
        }
        guard let day = CivilDate(text) else {
            fail(.value, "a day such as \"2026-12-31\"")
            return nil
        }
        guard (2000...2199).contains(day.year) else {
            fail(.range, "a day from 2000 to 2199")
            return nil
        }
        return ZoneOffsets.utc.start(of: day)
    }

    /// A window of the day, `"22:00-06:00"`, half-open; past midnight when it ends before it starts.
    func nightWindow() -> GovernorSettings.NightWindow? {
        guard case .nightWindow = form else { mismatch("a window") }
        guard let text = node.string else {
            fail(.type, "a window such as \"22:00-06:00\"")
            return nil
        }
        guard let window = GovernorSettings.NightWindow(text: text) else {
            fail(.value, "a window such as \"22:00-06:00\"")
            return nil
        }
        guard window.startMinute != window.endMinute else {
            fail(.range, "a window that is neither empty nor the whole day", hint: "leave the key out for no window")
            return nil
        }
        return window
    }

    fileprivate static func minute(_ text: Substring) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        let digits = [bytes[0], bytes[1], bytes[3], bytes[4]].map { Int($0) - 48 }
        guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
        let hour = digits[0] * 10 + digits[1]
        let minute = digits[2] * 10 + digits[3]
        return hour < 24 && minute < 60 ? hour * 60 + minute : nil
    }
}

extension GovernorSettings.NightWindow {
    /// `22:00-06:00`; nil for anything else.
    package init?(text: String) {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(FieldReader.minute)
        guard ends.count == 2, let start = ends[0], let end = ends[1] else { return nil }
        self.init(startMinute: start, endMinute: end)
    }
}

extension Duration {
    /// Reads `shown`: digits and a unit. Nil for anything else.
    package init?(shown text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, digits.count <= 9, let value = Int64(digits) else { return nil }
        switch text.dropFirst(digits.count) {
        case "ms": self = .milliseconds(value)
        case "s": self = .seconds(value)
        case "m": self = .seconds(value * 60)
        case "h": self = .seconds(value * 3600)
        default: return nil
        }
    }

    /// In the largest unit that shows it whole: `1500ms`, `8s`, `48h`.
    package var shown: String {
        let (seconds, attoseconds) = components
        if attoseconds != 0 { return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)ms" }
        if seconds > 0, seconds % 3600 == 0 { return "\(seconds / 3600)h" }
        return seconds > 0 && seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
    }
}

extension Timestamp {
    /// The day it falls on in UTC, for messages.
    var day: CivilDate { CivilDate(at: self, in: .utc) }
}
