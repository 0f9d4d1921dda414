package import Documents
package import Economics
package import Ledger

extension EventRecord {
    /// As `/v1/events`, `torii events --json` and the dashboard's numbers show it.
    package var json: JSON { .object([.init("number", .integer(number))] + members) }

    /// As the webhook gets it: without its number, which the ledger may not have given yet.
    var posted: JSON { .object([.init("type", "torii.event/1")] + members) }

    /// One line: when, how grave, whose, what; and what to do.
    package func text(in zone: ZoneOffsets) -> String {
        let offset = Timestamp.offsetText(zone.offset(at: at))
        let time = at.iso8601(in: zone).prefix(19).replacing("T", with: " ") + offset
        let whose = unnamedProfile.map { " \($0.visible):" } ?? ""
        let line =
            "\(time)  \(severity.rawValue.padding(to: 8))  \(kind.rawValue.padding(to: 19))\(whose) \(text.visible)"
        return advice.isEmpty
            ? line : line + "\n" + String(repeating: " ", count: time.count + 2) + "-> \(advice.visible)"
    }

    /// Whose it is, unless its text begins with that.
    var unnamedProfile: String? {
        guard let profile else { return nil }
        let names = text.prefix { $0 != ":" }.split(separator: "/")
        return names.contains(Substring(profile)) ? nil : profile
    }

    private var members: [JSON.Member] {
        [
            .init("id", .string(id)),
            .init("at", .string(at.iso8601)),
            .init("kind", .string(kind.rawValue)),
            .init("severity", .string(severity.rawValue)),
            .init("profile", profile.map { .string($0) } ?? .null),
            .init("text", .string(text)),
            .init("advice", .string(advice)),
            .init("facts", DocumentReader.read(facts, file: "facts", dialect: .json).root.map(JSON.init) ?? .null),
        ]
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
