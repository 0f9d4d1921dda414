package import Documents
package import Economics
package import Ledger
import Policy

/// What was blocked over whole days, by profile, category, rating and threshold.
package struct SafetyReport: Sendable {
    package let query: EconomicsReport.Query
    package let madeAt: Timestamp
    /// By profile, then the most frequent first.
    package let counts: [BlockCount]

    /// Reads and counts. Days are those of each profile's zone; of profiles that no longer exist, UTC days.
    package static func made(
        _ query: EconomicsReport.Query,
        store: any LedgerStore,
        profiles: [EconomicsReport.ProfileTerms],
        now: Timestamp
    ) async throws(LedgerError) -> SafetyReport {
        let known = Dictionary(profiles.map { ($0.name, $0.zone) }, uniquingKeysWith: { first, _ in first })
        var counts: [BlockCount] = []
        for zone in Set(known.values).union([.utc]) {
            let found = try await store.blocks(from: zone.start(of: query.from), to: zone.start(of: query.end))
            counts += found.filter { count in
                (known[count.profile] ?? .utc) == zone && (query.profile == nil || query.profile == count.profile)
            }
        }
        let sorted = counts.sorted { left, right in
            (left.profile, -left.count, left.block.category, left.block.reason, left.model)
                < (right.profile, -right.count, right.block.category, right.block.reason, right.model)
        }
        return SafetyReport(query: query, madeAt: now, counts: sorted)
    }

    package var isEmulated: Bool { counts.contains(where: \.emulated) }

    /// For people: one line for what is alike.
    package func text(width: Int = 100) -> String {
        var lines = ["Torii safety: \(query.from) .. \(query.lastDay)   made \(madeAt.iso8601)"]
        if isEmulated { lines.append("EMULATED: some or all blocks come from the emulator") }
        guard !counts.isEmpty else { return (lines + ["nothing was blocked"]).joined(separator: "\n") }
        let head = ["blocks", "profile", "stage", "category", "rating", "threshold", "reason", "model"]
        let rows =
            [head]
            + counts.map { count in
                [
                    FigureText.count(count.count), count.profile, count.block.stage.rawValue,
                    Self.name(count.block.category),
                    Self.dash(count.block.rating), Self.dash(count.block.threshold), count.block.reason, count.model,
                ]
            }
        let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            lines.append(String(cells.joined(separator: "  ").prefix(width)).trimmedAtEnd)
        }
        return lines.joined(separator: "\n")
    }

    /// One document; every count with the words of the API.
    package var json: JSON {
        [
            "schema": "torii.safety/1",
            "from": .string(query.from.description),
            "to": .string(query.lastDay.description),
            "madeAt": .string(madeAt.iso8601),
            "emulated": .bool(isEmulated),
            "blocks": .array(
                counts.map { count in
                    [
                        "profile": .string(count.profile),
                        "model": .string(count.model),
                        "stage": .string(count.block.stage.rawValue),
                        "category": count.block.category.isEmpty ? .null : .string(count.block.category),
                        "rating": count.block.rating.isEmpty ? .null : .string(count.block.rating),
                        "threshold": count.block.threshold.isEmpty ? .null : .string(count.block.threshold),
                        "reason": .string(count.block.reason),
                        "count": .integer(Int64(count.count)),
                        "emulated": .bool(count.emulated),
                    ]
                }
            ),
        ]
    }

    /// A category that the answer does not name is one of the filters that cannot be set.
    private static func name(_ category: String) -> String {
        let prefix = "HARM_CATEGORY_"
        guard !category.isEmpty else { return "not named" }
        return category.hasPrefix(prefix) ? String(category.dropFirst(prefix.count)) : category
    }

    private static func dash(_ text: String) -> String { text.isEmpty ? "-" : text }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
