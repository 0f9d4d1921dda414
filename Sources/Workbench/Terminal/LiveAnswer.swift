package import Documents

/// What a server said of one dashboard at one moment: its lines, what else there is, and figures to sum up with.
package struct LiveAnswer: Sendable, Hashable {
    package struct Figures: Sendable, Hashable {
        package var uploads: Int64 = 0
        package var judged: Int64 = 0
        package var sent: Int64 = 0
        package var nanoUSD: Int64 = 0

        package init() {}
    }

    package let lines: [String]
    /// Names of dashboards, the overview first.
    package let names: [String]
    /// Of all columns of the screen.
    package let profiles: [String]
    /// Since midnight, and since the first of the month, all columns together.
    package let today: Figures
    package let month: Figures

    /// - Parameter root: Of `GET /dashboard?format=json&part=screen`. Nil where it is something else.
    package init?(_ root: DocumentNode) {
        guard let screen = root["screen"]?.array, let dashboards = root["dashboards"]?.array,
            let columns = root["profiles"]?.array
        else { return nil }
        lines = screen.compactMap { $0.string.map(Self.drawable) }
        let found = dashboards.compactMap { $0["name"]?.string.map { $0.filter { !Self.isControl($0) } } }
        guard !found.isEmpty else { return nil }
        names = found.filter { $0 == "overview" } + found.filter { $0 != "overview" }
        profiles = columns.compactMap { $0["profile"]?.string.map { $0.filter { !Self.isControl($0) } } }
        today = Self.sum(columns.compactMap { $0["today"] })
        month = Self.sum(columns.compactMap { $0["month"] })
    }

    /// Without anything a terminal would act on, but for colours.
    private static func drawable(_ line: String) -> String {
        var kept = ""
        var rest = Substring(line)
        while let character = rest.first {
            if let colour = rest.prefixMatch(of: #/\u{1B}\[[0-9;]*m/#) {
                kept += colour.output
                rest = rest[colour.range.upperBound...]
            } else {
                if !isControl(character) { kept.append(character) }
                rest = rest.dropFirst()
            }
        }
        return kept
    }

    private static func isControl(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }
    }

    private static func sum(_ parts: [DocumentNode]) -> Figures {
        parts.reduce(into: Figures()) { sum, part in
            sum.uploads &+= part["uploads"]?.integer ?? 0
            sum.judged &+= part["judged"]?.integer ?? 0
            // A rate times what it was made of: a whole number again.
            sum.sent &+= Int64(((part["sendRate"]?.double ?? 0) * Double(part["judged"]?.integer ?? 0)).rounded())
            sum.nanoUSD &+= part["costNanoUSD"]?.integer ?? 0
        }
    }
}
