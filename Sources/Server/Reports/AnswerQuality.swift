package import Documents
package import Ledger

/// How good answers were and how far estimates were from bills, by model, schema and media resolution.
package struct AnswerQuality: Sendable, Hashable {
    package struct Row: Sendable, Hashable {
        package let model: String
        package let schema: String
        package let mediaResolution: String
        package fileprivate(set) var attempts = 0
        /// Attempts by how they ended.
        package fileprivate(set) var results: [String: Int] = [:]
        package fileprivate(set) var repaired = 0
        package fileprivate(set) var mismatched = 0
        package fileprivate(set) var aboveHold = 0
        package fileprivate(set) var metered = 0
        package fileprivate(set) var estimatedInput = 0
        package fileprivate(set) var input = 0
        package fileprivate(set) var estimatedImage = 0
        package fileprivate(set) var image = 0

        /// Of the answers with content, those that were not of the contract, 0...1; nil without any.
        package var malformedShare: Double? { share(results["malformed", default: 0]) }
        /// Of the answers with content, those that had to be put right, 0...1; nil without any.
        package var repairedShare: Double? { share(repaired) }
        /// Billed over estimated input tokens; nil when none were billed.
        package var inputDrift: Double? { estimatedInput > 0 ? Double(input) / Double(estimatedInput) : nil }
        /// Billed over estimated tokens of pictures; nil when no answer told their share.
        package var imageDrift: Double? { estimatedImage > 0 ? Double(image) / Double(estimatedImage) : nil }

        private func share(_ count: Int) -> Double? {
            let whole = results["ok", default: 0] + results["malformed", default: 0]
            return whole > 0 ? Double(count) / Double(whole) : nil
        }
    }

    /// In the order of model, schema and media resolution.
    package private(set) var rows: [Row] = []

    package init(_ rollups: [AnswerRollup]) {
        var found: [[String]: Row] = [:]
        for rollup in rollups {
            let key = [rollup.model, rollup.schema, rollup.mediaResolution]
            var row =
                found[key]
                ?? Row(model: rollup.model, schema: rollup.schema, mediaResolution: rollup.mediaResolution)
            row.attempts += rollup.attempts
            row.results[rollup.result, default: 0] += rollup.attempts
            row.repaired += rollup.repaired
            row.mismatched += rollup.mismatched
            row.aboveHold += rollup.aboveHold
            row.metered += rollup.metered
            row.estimatedInput += rollup.estimatedInput
            row.input += rollup.input
            row.estimatedImage += rollup.estimatedImage
            row.image += rollup.image
            found[key] = row
        }
        rows = found.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }

    /// Usages that do not add up.
    package var mismatched: Int { rows.reduce(0) { $0 + $1.mismatched } }
    /// Bills above what was held for them.
    package var aboveHold: Int { rows.reduce(0) { $0 + $1.aboveHold } }

    package var json: JSON {
        .array(
            rows.map { row in
                [
                    "model": .string(row.model),
                    "schema": .string(row.schema),
                    "mediaResolution": .string(row.mediaResolution),
                    "attempts": .integer(Int64(row.attempts)),
                    "malformed": .integer(Int64(row.results["malformed", default: 0])),
                    "malformedShare": .double(optional: row.malformedShare),
                    "repaired": .integer(Int64(row.repaired)),
                    "repairedShare": .double(optional: row.repairedShare),
                    "usageMismatches": .integer(Int64(row.mismatched)),
                    "billsAboveHold": .integer(Int64(row.aboveHold)),
                    "estimatedInputTokens": .integer(Int64(row.estimatedInput)),
                    "inputTokens": .integer(Int64(row.input)),
                    "inputDrift": .double(optional: row.inputDrift),
                    "estimatedImageTokens": .integer(Int64(row.estimatedImage)),
                    "imageTokens": .integer(Int64(row.image)),
                    "imageDrift": .double(optional: row.imageDrift),
                ]
            }
        )
    }

    /// The block of the report; empty without answers.
    func text(width: Int) -> String {
        guard !rows.isEmpty else { return "" }
        var table = FigureTable(
            columns: ["attempts", "malformed", "repaired", "billed/est.", "picture"],
            width: width,
            narrowestCell: 11
        )
        table.keepsLabels = true
        table.heading("Answers")
        for row in rows {
            table.row(
                "\(row.mediaResolution)  \(row.schema)  \(row.model)",
                [
                    FigureText.count(row.attempts), FigureText.share(row.malformedShare),
                    FigureText.share(row.repairedShare), Self.factor(row.inputDrift), Self.factor(row.imageDrift),
                ]
            )
        }
        if mismatched > 0 { table.text("ALARM: \(FigureText.count(mismatched)) usages do not add up to their total") }
        if aboveHold > 0 { table.text("ALARM: \(FigureText.count(aboveHold)) bills were above what was held for them") }
        return table.rendered()
    }

    private static func factor(_ drift: Double?) -> String {
        guard let drift else { return "-" }
        let hundredths = Int((drift * 100).rounded())
        let cents = hundredths % 100
        return "\(hundredths / 100).\(cents < 10 ? "0" : "")\(cents)"
    }
}
