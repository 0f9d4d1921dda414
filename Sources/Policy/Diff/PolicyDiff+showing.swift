package import Documents

extension PolicyDiff {
    /// The changed settings by document, then the documents whose text alone differs. Ends without a line feed; empty
    /// when nothing differs.
    package var text: String {
        var lines: [String] = []
        let width = min(40, changes.map(\.path.count).max() ?? 0)
        for file in changes.map(\.file).uniqued() {
            lines.append(file)
            for change in changes where change.file == file { lines.append("  " + change.line(width)) }
        }
        for file in textOnly { lines.append("\(file)\n    text only: layout or comments, no setting") }
        return lines.joined(separator: "\n")
    }

    /// `3 settings changed, 40 unchanged`
    package var summary: String {
        if isEmpty { return "nothing differs" }
        var parts = ["\(changes.count) setting\(changes.count == 1 ? "" : "s") changed, \(unchanged) unchanged"]
        if !textOnly.isEmpty { parts.append("\(textOnly.count) with other text only") }
        return parts.joined(separator: ", ")
    }

    /// `changes` with `file`, `path`, `kind`, `before` and `after`, then `textOnly` and `unchanged`.
    package var json: JSON {
        [
            "changes": .array(
                changes.map {
                    [
                        "file": .string($0.file), "path": .string($0.path), "kind": .string($0.kind.rawValue),
                        "before": $0.before ?? .null, "after": $0.after ?? .null,
                    ]
                }
            ),
            "textOnly": .array(textOnly.map { .string($0) }),
            "unchanged": .integer(Int64(unchanged)),
        ]
    }
}

extension PolicyDiff.Change {
    /// `~ gate.sharpness.min    0.18  ->  0.21`
    fileprivate func line(_ width: Int) -> String {
        let name = path + String(repeating: " ", count: max(0, width - path.count))
        return switch (before, after) {
        case (let before?, let after?): "~ \(name)    \(Setting.shown(before))  ->  \(Setting.shown(after))"
        case (nil, let after?): "+ \(name)    \(Setting.shown(after))"
        case (let before?, nil): "- \(name)    \(Setting.shown(before))"
        case (nil, nil): "  \(name)"
        }
    }
}
