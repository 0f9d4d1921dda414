import Ledger
import Policy

/// What an upload earned, by profile and revision: today's setting never rewrites the past.
struct RevenueBook: Sendable {
    private let terms: [Int: [String: RevenueSettings]]

    init(_ revisions: [Int: [RevenueTerms]]) {
        terms = revisions.mapValues { terms in
            Dictionary(terms.map { ($0.profile, $0.settings) }, uniquingKeysWith: { first, _ in first })
        }
    }

    func settings(profile: String, revision: Int) -> RevenueSettings? { terms[revision]?[profile] }
}
