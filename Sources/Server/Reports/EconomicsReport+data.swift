package import Documents
package import Economics
import Ledger
import Policy

extension EconomicsReport {
    /// One document: the query, every row, the total. Money in integer nano-USD.
    package func json() throws(EconomicsError) -> JSON {
        let rows = try rows.map { row throws(EconomicsError) in try Self.json(of: row, zones: zones) }
        return [
            "schema": "torii.economics/1",
            "from": .string(query.from.description),
            "to": .string(query.lastDay.description),
            "by": .array(query.dimensions.map(\.rawValue).sorted().map { .string($0) }),
            "madeAt": .string(madeAt.iso8601),
            "emulated": .bool(total.figures.isEmulated),
            "rows": .array(rows),
            "total": try Self.json(of: total, zones: zones),
            "answers": answers.json,
        ]
    }

    /// RFC 4180, a header line, one line a row, the total left out: sums are the reader's.
    package func csv() throws(EconomicsError) -> String {
        var lines = [Self.columns.joined(separator: ",")]
        for row in rows {
            let cells = try Self.cells(of: row, zones: zones)
            lines.append(cells.map(Self.quoted).joined(separator: ","))
        }
        return lines.map { $0 + "\r\n" }.joined()
    }

    private static let columns = [
        "day", "timeZone", "profile", "uploads", "judged", "sent", "audits", "cached", "rejected", "local", "deferred",
        "failed", "sendRate", "sendTarget", "attempts", "costNanoUSD", "uncertainNanoUSD", "revenueNanoUSD",
        "revenueStatus", "marginNanoUSD", "savedNanoUSD", "meanLatencyMs", "emulated",
    ]

    private static func cells(of row: Row, zones: [String: String]) throws(EconomicsError) -> [String] {
        let figures = row.figures
        let saved = try figures.saved()
        return [
            row.day?.description ?? "",
            row.profile.flatMap { zones[$0] } ?? "",
            row.profile ?? "",
            "\(figures.uploads)", "\(figures.judged)", "\(figures.count(.sent))", "\(figures.audits)",
            "\(figures.count(.cached))", "\(figures.count(.rejected))", "\(figures.count(.local))",
            "\(figures.count(.deferred))", "\(figures.count(.failed))",
            figures.sendRate.map { "\($0)" } ?? "",
            row.target.map { "\($0)" } ?? "",
            "\(figures.attempts)",
            "\(figures.spend.nanoUSD)", "\(figures.uncertain.nanoUSD)", "\(figures.revenue.nanoUSD)", "estimated",
            "\(try figures.units().margin.nanoUSD)",
            "\(saved.nanoUSD)",
            figures.meanLatency.map { "\($0.milliseconds)" } ?? "",
            figures.isEmulated ? "true" : "false",
        ]
    }

    private static func quoted(_ cell: String) -> String {
        guard cell.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }

    private static func json(of row: Row, zones: [String: String]) throws(EconomicsError) -> JSON {
        let figures = row.figures
        var members: [JSON.Member] = []
        if let profile = row.profile {
            members.append(.init("profile", .string(profile)))
            members.append(.init("timeZone", .string(optional: zones[profile])))
        }
        if let day = row.day { members.append(.init("day", .string(day.description))) }
        members += [
            .init("uploads", .integer(Int64(figures.uploads))),
            .init("judged", .integer(Int64(figures.judged))),
            .init("audits", .integer(Int64(figures.audits))),
            .init("outcomes", .counts(Outcome.allCases.map { ($0.rawValue, figures.count($0)) })),
            .init(
                "reasons",
                .counts(
                    Reason.allCases.compactMap { reason in
                        figures.reasons[reason].map { (reason.rawValue, $0) }
                    }
                )
            ),
            .init(
                "rejections",
                .counts(
                    Reason.allCases.compactMap { reason in
                        figures.rejections[reason].map { (reason.rawValue, $0) }
                    }
                )
            ),
            .init("sendRate", .double(optional: figures.sendRate)),
            .init("sendTarget", .double(optional: row.target)),
            .init("attempts", .integer(Int64(figures.attempts))),
            .init(
                "attemptResults",
                .counts(figures.attemptResults.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
            ),
            .init(
                "tokens",
                .counts([
                    ("prompt", figures.usage.prompt), ("image", figures.usage.image), ("cached", figures.usage.cached),
                    ("candidates", figures.usage.candidates), ("thoughts", figures.usage.thoughts),
                ])
            ),
            .init("costNanoUSD", .integer(figures.spend.nanoUSD)),
            .init("uncertainNanoUSD", .integer(figures.uncertain.nanoUSD)),
            .init("revenueNanoUSD", .integer(figures.revenue.nanoUSD)),
            .init("revenueStatus", "estimated"),
            .init("marginNanoUSD", .integer(try figures.units().margin.nanoUSD)),
            .init("savings", try savings(of: figures)),
            .init("meanLatencyMs", .double(optional: figures.meanLatency?.milliseconds)),
            .init("emulated", .bool(figures.isEmulated)),
        ]
        return .object(members)
    }

    private static func savings(of figures: EconomicsFigures) throws(EconomicsError) -> JSON {
        [
            "baselineNanoUSD": .integer(try figures.baseline().nanoUSD),
            "cacheNanoUSD": .integer(figures.savedByCache.nanoUSD),
            "gateNanoUSD": .integer(figures.savedByGate.nanoUSD),
            "savedNanoUSD": .integer(try figures.saved().nanoUSD),
            "unpricedUploads": .integer(Int64(figures.unpriced)),
            "status": "estimated",
        ]
    }
}

extension JSON {
    fileprivate static func counts(_ counts: [(String, Int)]) -> JSON {
        .object(counts.map { .init($0.0, .integer(Int64($0.1))) })
    }
}
