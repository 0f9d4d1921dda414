import Ledger
import Policy

/// What an upload earned, by profile and revision: today's setting never rewrites the past.
struct RevenueBook: Sendable {
    private let terms: [Int: [String: RevenueSettings]]

    init(_ revisions: [RevisionRecord]) {
        terms = Dictionary(
            uniqueKeysWithValues: revisions.map { revision in
                (
                    revision.number,
                    Dictionary(
                        revision.revenue.map { ($0.profile, $0.settings) },
                        uniquingKeysWith: { first, _ in first }
                    )
                )
            }
        )
    }

    func settings(profile: String, revision: Int) -> RevenueSettings? { terms[revision]?[profile] }
}
