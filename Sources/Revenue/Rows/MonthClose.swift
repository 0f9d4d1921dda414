package import Economics

/// The difference between what a closed month paid and what its days said, as adjustments.
package enum MonthClose {
    /// One adjustment a day and profile, in proportion to what was reported, rounded so that they add up to the difference.
    ///
    /// - Parameters:
    ///   - total: What the account was paid for the month, in millionths of `currency`.
    ///   - rows: The latest rows of the month and source, adjustments left out.
    ///
    /// Throws `field` when no row has money to be in proportion to, `currency` when rows are in another one, or `range`.
    package static func adjustments(
        total: Int64,
        currency: String,
        of rows: [RevenueRow],
        asOf: Timestamp
    ) throws(RevenueError) -> [RevenueRow] {
        let rows = rows.filter { !$0.key.isAdjustment }
        if let other = rows.first(where: { $0.currency != currency }) {
            throw RevenueError(.currency, "\(other.key.text) is in \(other.currency), not in \(currency)")
        }
        struct Share: Hashable {
            let date: CivilDate
            let timeZone: String
            let profile: String
            let source: String
        }
        var weights: [Share: Int64] = [:]
        var reported: Int64 = 0
        for row in rows {
            let share = Share(
                date: row.key.date,
                timeZone: row.key.timeZone,
                profile: row.key.profile,
                source: row.key.source
            )
            weights[share, default: 0] += row.micros
            let (sum, overflow) = reported.addingReportingOverflow(row.micros)
            guard !overflow else { throw RevenueError(.range, "the month is beyond 64 bits") }
            reported = sum
        }
        guard reported > 0 else { throw RevenueError(.field, "no day of that month and source has revenue") }
        let difference = total - reported
        var passed: Int64 = 0
        var given = Money.zero
        var adjustments: [RevenueRow] = []
        let ordered = weights.sorted {
            ($0.key.date, $0.key.profile, $0.key.source, $0.key.timeZone)
                < ($1.key.date, $1.key.profile, $1.key.source, $1.key.timeZone)
        }
        for (share, weight) in ordered {
            passed += weight
            let upTo: Money
            let part: Money
            do {
                upTo = try Money(nanoUSD: difference).scaled(by: Int(passed), over: Int(reported))
                part = try upTo.subtracting(given)
            } catch {
                throw RevenueError(.range, "the difference of \(difference) millionths: \(error.message)")
            }
            given = upTo
            adjustments.append(
                try RevenueRow(
                    date: share.date,
                    timeZone: share.timeZone,
                    profile: share.profile,
                    source: share.source,
                    impressions: 0,
                    micros: part.nanoUSD,
                    currency: currency,
                    status: .adjustment,
                    asOf: asOf
                )
            )
        }
        return adjustments
    }
}
