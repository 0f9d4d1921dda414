import Economics

/// Which days which sources tell of.
package enum RevenueCoverage {
    private struct Day: Hashable {
        let profile: String
        let date: CivilDate
    }

    private struct Teller: Hashable {
        let source: String
        let timeZone: String
        let isWhole: Bool
    }

    /// Rows of one key added up, since reports are finer than what is kept. Throws `coverage` for two of one key where that
    /// is a mistake, and `range`.
    static func merged(_ rows: [RevenueRow], mayAdd: Bool, name: String) throws(RevenueError) -> [RevenueRow] {
        var order: [RevenueRow.Key] = []
        var sums: [RevenueRow.Key: RevenueRow] = [:]
        for row in rows {
            guard let before = sums[row.key] else {
                order.append(row.key)
                sums[row.key] = row
                continue
            }
            guard mayAdd, before.currency == row.currency else {
                throw RevenueError(.coverage, "\(name) tells twice of \(row.key.text)")
            }
            let (micros, overflow) = before.micros.addingReportingOverflow(row.micros)
            let (impressions, overflowOfCount) = before.impressions.addingReportingOverflow(row.impressions)
            guard !overflow, !overflowOfCount else { throw RevenueError(.range, "\(row.key.text) is beyond 64 bits") }
            sums[row.key] = try RevenueRow(
                date: row.key.date,
                timeZone: row.key.timeZone,
                profile: row.key.profile,
                source: row.key.source,
                country: row.key.country,
                impressions: impressions,
                micros: micros,
                currency: row.currency,
                status: row.status,
                asOf: row.asOf
            )
        }
        return order.compactMap { sums[$0] }
    }

    /// The first day of a profile that two sources tell of, or one source in two zones or both by country and as a whole;
    /// nil when there is none. Days are compared by their dates: half a day's shift between zones is not money told twice,
    /// but two sources of one profile are.
    package static func conflict(_ keys: some Sequence<RevenueRow.Key>) -> String? {
        var tellers: [Day: Teller] = [:]
        for key in keys where !key.isAdjustment {
            let teller = Teller(source: key.source, timeZone: key.timeZone, isWhole: key.country.isEmpty)
            guard let other = tellers.updateValue(teller, forKey: Day(profile: key.profile, date: key.date)),
                other != teller
            else { continue }
            let names = [other, teller].map {
                "\($0.source) (\($0.timeZone)\($0.isWhole ? ", whole" : ", by country"))"
            }
            return "\(key.profile) \(key.date) is told of twice: by \(names[0]) and by \(names[1])"
        }
        return nil
    }
}

extension RevenueRow.Key {
    /// For messages.
    package var text: String {
        "\(profile) \(date) \(timeZone), \(source)\(country.isEmpty ? "" : " \(country)")\(isAdjustment ? ", adjustment" : "")"
    }
}
