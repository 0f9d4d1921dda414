package import Documents
package import Economics
import Ledger
import Policy

extension EconomicsReport {
    /// One document: the query, every row, the totals. Money in integer nano-USD, under the names of the CSV.
    package func json() throws(EconomicsError) -> JSON {
        let rows = try rows.map { row throws(EconomicsError) in JSON.object(try members(of: row)) }
        let totals = try members(of: total) + [.init("heldNanoUSD", .integer(total.figures.held.nanoUSD))]
        return [
            "schema": "torii.economics/2",
            "from": .string(query.from.description),
            "to": .string(query.lastDay.description),
            "by": .array(query.dimensions.map(\.rawValue).sorted().map { .string($0) }),
            "madeAt": .string(madeAt.iso8601),
            "revenueReported": reported.map { span -> JSON in
                [
                    "through": .string(span.through.description),
                    "asOf": .string(span.asOf.iso8601),
                    "ageSeconds": .integer(madeAt.seconds - span.asOf.seconds),
                    "stale": .bool(span.isStale(at: madeAt)),
                    "sources": .array(span.sources.map { .string($0) }),
                ]
            } ?? .null,
            "emulated": .bool(total.figures.isEmulated),
            "totals": .object(totals),
            "rows": .array(rows),
            "answers": answers.json,
            "against": try againstBill()?.json() ?? .null,
        ]
    }

    /// RFC 4180, a header line, one line a row, the total left out: sums are the reader's.
    package func csv() throws(EconomicsError) -> String {
        var lines = [try fields(of: total).map(\.name).joined(separator: ",")]
        for row in rows {
            lines.append(try fields(of: row).map { Self.quoted($0.value.plain) }.joined(separator: ","))
        }
        return lines.map { $0 + "\r\n" }.joined()
    }

    private static func quoted(_ cell: String) -> String {
        guard cell.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }

    /// The fields, and counts by words that a table has no columns for.
    private func members(of row: Row) throws(EconomicsError) -> [JSON.Member] {
        let figures = row.figures
        func counts(_ counts: [Reason: Int]) -> JSON {
            .counts(Reason.allCases.compactMap { reason in counts[reason].map { (reason.rawValue, $0) } })
        }
        return try fields(of: row).map { JSON.Member($0.name, $0.value.json) } + [
            .init("reasons", counts(figures.reasons)),
            .init("rejections", counts(figures.rejections)),
            .init(
                "feedback",
                .counts(Feedback.Kind.allCases.map { ($0.rawValue, figures.feedback[$0, default: 0]) })
            ),
            .init(
                "attemptResults",
                .counts(figures.attemptResults.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
            ),
        ]
    }
}

extension ReportField.Value {
    /// As a table for machines has it.
    var plain: String {
        switch self {
        case .none: ""
        case .text(let text): text
        case .count(let count): "\(count)"
        case .nanoUSD(let amount): "\(amount.nanoUSD)"
        case .ratio(let ratio): "\(ratio)"
        case .milliseconds(let duration): "\(duration.milliseconds)"
        case .flag(let flag): flag ? "true" : "false"
        }
    }

    var json: JSON {
        switch self {
        case .none: .null
        case .text(let text): .string(text)
        case .count(let count): .integer(Int64(count))
        case .nanoUSD(let amount): .integer(amount.nanoUSD)
        case .ratio(let ratio): .double(ratio)
        case .milliseconds(let duration): .double(duration.milliseconds)
        case .flag(let flag): .bool(flag)
        }
    }
}

extension JSON {
    fileprivate static func counts(_ counts: [(String, Int)]) -> JSON {
        .object(counts.map { .init($0.0, .integer(Int64($0.1))) })
    }
}
