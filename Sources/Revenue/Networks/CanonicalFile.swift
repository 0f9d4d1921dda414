package import Documents
import Economics

/// Our own file: one row a day, profile, source and country. What it writes it reads back.
package enum CanonicalFile {
    static let names = [
        "date", "timeZone", "profile", "source", "country", "impressions", "revenueMicros", "currency", "status",
        "asOf",
    ]

    /// CSV with a line of names.
    package static func csv(_ rows: [RevenueRow]) -> String {
        let lines = rows.map { row in
            [
                row.key.date.description, row.key.timeZone, row.key.profile, row.key.source, row.key.country,
                "\(row.impressions)", "\(row.micros)", row.currency, row.status.rawValue, row.asOf.iso8601,
            ].map(quoted).joined(separator: ",") + "\n"
        }
        return names.joined(separator: ",") + "\n" + lines.joined()
    }

    private static func quoted(_ cell: String) -> String {
        guard cell.contains(where: { ",;\t\"\n\r".contains($0) }) else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }

    /// An array of objects under the same names.
    package static func json(_ rows: [RevenueRow]) -> JSON {
        .array(
            rows.map { row in
                [
                    "date": .string(row.key.date.description), "timeZone": .string(row.key.timeZone),
                    "profile": .string(row.key.profile), "source": .string(row.key.source),
                    "country": .string(row.key.country), "impressions": .integer(row.impressions),
                    "revenueMicros": .integer(row.micros), "currency": .string(row.currency),
                    "status": .string(row.status.rawValue), "asOf": .string(row.asOf.iso8601),
                ]
            }
        )
    }

    static func rows(_ bytes: [UInt8], name: String, options: ImportOptions) throws(RevenueError) -> [RevenueRow] {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
            return try rows(json: RevenueJSON(bytes, name: name), options)
        }
        let table = try CSVTable(bytes, name: name)
        let columns = try table.columns(names)
        return try table.rows.map { line throws(RevenueError) in
            try row(line.number, name, options) { part in line[columns[part]] }
        }
    }

    /// Rows of a JSON array, or of the `rows` of an object.
    package static func rows(json: RevenueJSON, _ options: ImportOptions) throws(RevenueError) -> [RevenueRow] {
        guard let items = json.root.array ?? json.root["rows"]?.array else {
            throw RevenueError(.syntax, "\(json.name) must be an array of rows")
        }
        var rows: [RevenueRow] = []
        for (index, item) in items.enumerated() {
            for member in item.object ?? [] where !names.contains(member.key) {
                throw RevenueError(
                    .field,
                    "\(json.name), row \(index + 1): there is no field `\(member.key.prefix(60))`"
                )
            }
            rows.append(
                try row(index + 1, json.name, options) { part in
                    let node = item[names[part]]
                    return node?.string ?? node?.number?.text ?? ""
                }
            )
        }
        return rows
    }

    private static func row(
        _ number: Int,
        _ name: String,
        _ options: ImportOptions,
        _ text: (Int) -> String
    ) throws(RevenueError) -> RevenueRow {
        let place = "\(name), row \(number)"
        func wrong(_ part: Int, _ expected: String) -> RevenueError {
            RevenueError(.field, "\(place): \(names[part]) must be \(expected), found `\(text(part).prefix(60))`")
        }
        guard let date = RevenueValue.date(text(0)) else { throw wrong(0, "a day such as 2026-11-30") }
        guard !text(1).isEmpty else { throw wrong(1, "the zone of the source's days") }
        guard !text(3).isEmpty else { throw wrong(3, "who says so, such as admob.network") }
        guard let impressions = RevenueValue.integer(text(5)) else { throw wrong(5, "a whole number") }
        guard let micros = RevenueValue.integer(text(6)) else { throw wrong(6, "a whole number of millionths") }
        guard let status = RevenueRow.Status(rawValue: text(8)) else {
            throw wrong(8, RevenueRow.Status.allCases.map(\.rawValue).joined(separator: ", "))
        }
        guard let asOf = Timestamp(iso8601: text(9)) else { throw wrong(9, "a moment such as 2026-11-30T02:00:00Z") }
        return try RevenueRow(
            date: date,
            timeZone: text(1),
            profile: try options.with(profile: text(2)).profile(ofPlatform: nil, place),
            source: text(3),
            country: text(4),
            impressions: impressions,
            micros: micros,
            currency: text(7),
            status: status,
            asOf: asOf
        )
    }
}

extension ImportOptions {
    fileprivate func with(profile: String) -> ImportOptions {
        var copy = self
        copy.profile = profile
        return copy
    }
}
