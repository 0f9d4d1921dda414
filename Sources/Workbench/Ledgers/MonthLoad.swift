package import Economics
package import Ledger
import Policy
package import SQLiteLedger

/// A made-up month of two profiles, as wide as real ones are: three keys, eighteen categories, every reject, audits, and
/// calls that failed. Half of the uploads are sent.
package enum MonthLoad {
    package static let days = 30
    package static let profiles = ["android", "ios"]

    /// Writes so many decisions, spread over the 30 days before `end`, which is the start of an hour. Answers of 700
    /// bytes as uploads have them. Returns how many were written. Throws what the store throws.
    package static func write(_ count: Int, before end: Timestamp, to store: SQLiteStore) async throws(LedgerError)
        -> Int
    {
        let all = profiles.flatMap { Self.kinds(of: $0, uploads: count / profiles.count) }
        try await BulkLoad.write(
            all,
            from: end.advanced(bySeconds: -Int64(days) * 86_400),
            hours: days * 24,
            to: store
        )
        return all.reduce(0) { $0 + $1.count }
    }

    private static let keys = ["app", "web", "import"]
    private static let categories = [
        "nature", "abstract", "person", "animal", "vehicle", "architecture", "space", "urban", "anime", "japanese_art",
        "cyberpunk", "lofi", "minimalist", "geometric", "food", "sports", "seasonal", "other",
    ]
    private static let labels = ["photoLike", "illustrationLike", "abstract", "unknown"]

    private static func kinds(of profile: String, uploads: Int) -> [BulkLoad.Kind] {
        let each = uploads / keys.count
        return keys.flatMap { key in
            sent(profile, key, uploads: each / 2) + rejected(profile, key, uploads: each - each / 2)
        }
    }

    /// By category; one call in fifty fails and is answered here.
    private static func sent(_ profile: String, _ key: String, uploads: Int) -> [BulkLoad.Kind] {
        let failed = uploads / 50
        var kinds = categories.map { category in
            var decision = plainDecision(profile, key)
            decision.category = category
            return BulkLoad.Kind(
                decision,
                attempt: attempt(profile, result: "ok"),
                count: (uploads - failed) / categories.count
            )
        }
        var decision = plainDecision(profile, key)
        decision.outcome = .local
        decision.source = .local
        decision.reasons = [.upstreamFailed, .gatePassed]
        decision.category = "unknown"
        kinds.append(BulkLoad.Kind(decision, attempt: attempt(profile, result: "overloaded"), count: failed))
        return kinds
    }

    /// By reason and by the gate's own label; one in twenty is audited.
    private static func rejected(_ profile: String, _ key: String, uploads: Int) -> [BulkLoad.Kind] {
        let reasons: [Reason] = [.tooBlurry, .lowSaliency, .ownWatermark]
        let audits = uploads / 20
        return reasons.flatMap { reason in
            labels.map { label in
                var decision = plainDecision(profile, key)
                decision.verdict = .reject
                decision.outcome = .rejected
                decision.source = .local
                decision.reasons = [reason]
                decision.category = label
                decision.model = nil
                let count = (uploads - audits) / reasons.count / labels.count
                return BulkLoad.Kind(decision, attempt: nil, count: count)
            }
        }
            + ["other", "nature"].map { category in
                var decision = plainDecision(profile, key)
                decision.verdict = .reject
                decision.reasons = [.tooBlurry, .audit]
                decision.auditPropensity = 0.05
                decision.category = category
                return BulkLoad.Kind(decision, attempt: attempt(profile, result: "ok"), count: audits / 2)
            }
    }

    private static func plainDecision(_ profile: String, _ key: String) -> DecisionRecord {
        var decision = BenchmarkLoad.decision("")
        decision.profile = profile
        decision.client = key
        return decision
    }

    private static func attempt(_ profile: String, result: String) -> (hold: HoldRequest, settlement: Settlement) {
        var hold = BenchmarkLoad.hold("template")
        hold.profile = profile
        return (hold, BenchmarkLoad.settlement("template", result: result))
    }
}
