import Backtest
import Economics
import Ledger
import Policy

extension Connection {
    /// One page of a replay: uploads that ended, device questions only where they ended the matter (`rejected`).
    func recordedUploads(_ query: UploadQuery) throws(LedgerError) -> [RecordedUpload] {
        // Rows are written within minutes of their moment: an hour of slack on both sides misses none but those that a
        // broken ledger kept back longer.
        let first = try firstNumber(at: query.from.advanced(bySeconds: -3_600))
        let end = try firstNumber(at: query.to.advanced(bySeconds: 3_600))
        // Few rows have reasons of their own: each wording is read once.
        var traces: [String: ReasonTrace] = [:]
        return try rows(
            Self.selectUploads,
            [
                .integer(max(query.after, first - 1)), .integer(end), .text(query.profile),
                .integer(query.from.microseconds), .integer(query.to.microseconds), .integer(max(0, query.limit)),
            ]
        ) { row throws(LedgerError) in try RecordedUpload(&row, &traces) }
    }

    /// The ids of decisions by their numbers, in that order; numbers without a decision are left out.
    func ids(ofDecisions numbers: [Int64]) throws(LedgerError) -> [String] {
        var ids: [String] = []
        for number in numbers {
            if let id = try first("SELECT id FROM decisions WHERE number = ?", [.integer(number)], { $0.text() }) {
                ids.append(id)
            }
        }
        return ids
    }

    /// Calls that were answered, and the tokens they were billed for.
    func meanUsage(profile: String, from: Timestamp, to: Timestamp) throws(LedgerError) -> (calls: Int, TokenUsage) {
        try first(
            """
            SELECT coalesce(sum(attempts), 0), coalesce(sum(prompt), 0), coalesce(sum(cached), 0),
                coalesce(sum(candidates), 0), coalesce(sum(thoughts), 0), coalesce(sum(tool_use), 0),
                coalesce(sum(total), 0), coalesce(sum(image), 0)
            FROM cost_rollups WHERE profile = ? AND hour >= ? AND hour < ? AND result = 'ok'
            """,
            [.text(profile), .integer(from.microseconds), .integer(to.microseconds)]
        ) { row in
            (
                row.count(),
                TokenUsage(
                    prompt: row.count(),
                    cached: row.count(),
                    candidates: row.count(),
                    thoughts: row.count(),
                    toolUse: row.count(),
                    total: row.count(),
                    image: row.count()
                )
            )
        } ?? (0, .zero)
    }

    /// The number of the first decision at or after a moment, taking moments to grow with numbers; one past the last when
    /// there is none. Some twenty look-ups, whatever the size of the table.
    private func firstNumber(at moment: Timestamp) throws(LedgerError) -> Int64 {
        var low = try integer("SELECT coalesce(min(number), 0) FROM decisions")
        var high = try integer("SELECT coalesce(max(number), 0) + 1 FROM decisions")
        while low < high {
            let middle = low + (high - low) / 2
            let found = try first(
                "SELECT number, at FROM decisions WHERE number >= ? ORDER BY number LIMIT 1",
                [.integer(middle)]
            ) { ($0.integer(), $0.timestamp()) }
            guard let (number, at) = found, number < high else {
                high = middle
                continue
            }
            if at < moment { low = number + 1 } else { high = middle }
        }
        return low
    }

    /// Closed sets come as small integers: a replay reads a million rows, and comparing names would be most of its work.
    private static let selectUploads = """
        SELECT number, at, judged, reasons, score_space, sharpness, attention, objectness, range, texture,
            CASE coarse WHEN 'photoLike' THEN 1 WHEN 'illustrationLike' THEN 2 WHEN 'abstract' THEN 3
                WHEN 'unknown' THEN 4 ELSE 0 END,
            own_watermark,
            CASE absent WHEN '' THEN 0 ELSE (instr(absent, 'attention') > 0) + 2 * (instr(absent, 'objectness') > 0) END,
            audit_propensity,
            CASE WHEN outcome = 'sent' AND NOT \(isSaidWrong) THEN 2 WHEN outcome = 'sent' OR cost > 0 THEN 1 ELSE 0 END,
            cost,
            CASE outcome WHEN 'sent' THEN category ELSE '' END
        FROM decisions
        WHERE number > ? AND number < ? AND profile = ? AND at >= ? AND at < ?
            AND outcome IS NOT NULL AND (route = 'classify' OR outcome = 'rejected')
        ORDER BY number LIMIT ?
        """
}

/// What the reasons of a decision say of how it came about.
private struct ReasonTrace {
    let basis: RecordedUpload.Basis
    /// Of labels: 1 where they let it pass, 2 where they did not.
    let labels: Int64
    let isOfUpstream: Bool

    init(_ text: String) {
        let reasons = text.split(separator: ",")
        func has(_ reason: Reason) -> Bool { reasons.contains { $0 == reason.rawValue } }
        basis =
            if has(.gateDeadline) {
                .deadlinePassed
            } else if has(.gateTimedOut) {
                .clientTimedOut
            } else if has(.scoresUnusable) {
                .scoresUnusable
            } else {
                .scores
            }
        labels = has(.abstractBypass) ? 1 : has(.lowSaliency) ? 2 : 0
        isOfUpstream = text.hasPrefix("upstream_")
    }
}

extension RecordedUpload {
    fileprivate init(_ row: inout Row, _ traces: inout [String: ReasonTrace]) throws(LedgerError) {
        let number = row.integer()
        let at = row.timestamp()
        let isJudged = row.flag()
        let reasons = row.text()
        let known = traces[reasons]
        let trace = known ?? ReasonTrace(reasons)
        if known == nil { traces[reasons] = trace }
        let scoreSpace = row.text()
        var evidence = Evidence()
        evidence.sharpness = row.optional { $0.real() }
        evidence.attentionArea = row.optional { $0.real() }
        evidence.objectnessArea = row.optional { $0.real() }
        evidence.range = row.optional { $0.real() }
        evidence.texture = row.optional { $0.real() }
        evidence.coarse =
            switch row.integer() {
            case 1: .photoLike
            case 2: .illustrationLike
            case 3: .abstract
            case 4: .unknown
            default: nil
            }
        evidence.ownWatermark = row.optional { $0.flag() }
        let absent = row.integer()
        if absent & 1 != 0 { evidence.absentAreas.insert(.attention) }
        if absent & 2 != 0 { evidence.absentAreas.insert(.objectness) }
        evidence.labels = .recorded(scoreSpace: scoreSpace, trace: trace.labels)
        let propensity = row.optional { $0.real() }
        let made = row.integer()
        let cost = row.money()
        let category = row.text()
        self.init(
            number: number,
            at: at,
            isJudged: isJudged,
            basis: trace.basis,
            scoreSpace: scoreSpace,
            evidence: evidence,
            auditPropensity: propensity,
            call: made == 0 && !trace.isOfUpstream
                ? .none : .made(cost: cost, isUseful: made == 2 && category.isUsefulCategory),
            category: category
        )
    }
}
