package import Economics

/// A report nobody can make: says which argument and what it should be.
package struct ReportQueryError: Error, Sendable {
    package let message: String
}

extension EconomicsReport.Query {
    /// From words of a command line or a URL: days `2026-11-30`, months `2026-11`, `today`, `7d`. Both ends are
    /// included; without `from` the current month, without `to` up to today.
    package init(
        from: String?,
        to: String?,
        by: String?,
        profile: String?,
        against: String? = nil,
        today: CivilDate
    ) throws(ReportQueryError) {
        let first = try from.map { text throws(ReportQueryError) in
            try Self.day(text, of: "from", today: today, isEnd: false)
        }
        let last = try to.map { text throws(ReportQueryError) in try Self.day(text, of: "to", today: today, isEnd: true)
        }
        let start = first ?? today.startOfMonth
        let end = last ?? today.next
        guard start < end else {
            throw ReportQueryError(message: "from `\(start)` is after to `\(end.advanced(byDays: -1))`")
        }
        let days = end.daysSince1970 - start.daysSince1970
        guard days <= Self.mostDays else {
            throw ReportQueryError(message: "a report covers at most \(Self.mostDays) days, found \(days)")
        }
        var dimensions: Set<EconomicsReport.Dimension> = [.profile]
        if let by {
            dimensions = []
            for word in by.split(separator: ",", omittingEmptySubsequences: false) {
                guard let dimension = EconomicsReport.Dimension(rawValue: String(word)) else {
                    throw ReportQueryError(message: "by must be any of \(Self.words), found `\(word.prefix(40))`")
                }
                dimensions.insert(dimension)
            }
        }
        self.init(
            from: start,
            end: end,
            dimensions: dimensions,
            profile: profile,
            bill: try against.map { text throws(ReportQueryError) in try Self.bill(text) }
        )
    }

    private static func bill(_ text: String) throws(ReportQueryError) -> Money {
        do throws(EconomicsError) {
            let bill = try Money(parsing: text)
            if bill > .zero { return bill }
        } catch {
            // Said below, whatever was wrong with it.
        }
        throw ReportQueryError(message: "against must be an amount such as 600.00 USD, found `\(text.prefix(40))`")
    }

    /// Ten years. Every day has windows to look at: without a limit one question would keep the server busy for minutes.
    private static let mostDays = 3_660
    private static let words = EconomicsReport.Dimension.allCases.map(\.rawValue).joined(separator: ",")

    private static func day(
        _ text: String,
        of argument: String,
        today: CivilDate,
        isEnd: Bool
    ) throws(ReportQueryError) -> CivilDate {
        if text == "today" { return isEnd ? today.next : today }
        if let date = CivilDate(text) { return isEnd ? date.next : date }
        if let month = CivilDate(text + "-01") { return isEnd ? month.startOfNextMonth : month }
        if text.hasSuffix("d"), let days = Int(text.dropLast()), (1...mostDays).contains(days) {
            return today.next.advanced(byDays: -days)
        }
        throw ReportQueryError(
            message:
                "\(argument) must be a day such as 2026-11-30, a month 2026-11, today or 7d; found `\(text.prefix(40))`"
        )
    }
}
