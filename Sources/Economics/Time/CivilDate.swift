/// A day of the proleptic Gregorian calendar.
package struct CivilDate: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let year: Int
    /// 1...12
    package let month: Int
    /// 1...31
    package let day: Int

    /// Nil when there is no such day, or the year is outside ±1,000,000.
    package init?(year: Int, month: Int, day: Int) {
        guard abs(year) <= 1_000_000, (1...12).contains(month), day >= 1,
            day <= Self.daysInMonth(month, of: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day so many days after 1970-01-01. Source: H. Hinnant, "chrono-compatible low-level date algorithms",
    /// `civil_from_days`: eras of 400 years that start in March.
    package init(daysSince1970 days: Int) {
        let (era, dayOfEra) = Int64(days + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    }

    /// The day at `moment` in a zone.
    package init(at moment: Timestamp, in zone: ZoneOffsets) {
        let local = moment.seconds + Int64(zone.offset(at: moment))
        self.init(daysSince1970: Int(local.flooredDivision(by: 86_400).quotient))
    }

    /// `days_from_civil` of the same source.
    package var daysSince1970: Int {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let (era, yearOfEra) = shiftedYear.flooredDivision(by: 400)
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int(era * 146_097 + dayOfEra - 719_468)
    }

    package var next: CivilDate { advanced(byDays: 1) }

    /// So many days later; earlier when negative.
    package func advanced(byDays days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }

    /// 1 Monday ... 7 Sunday.
    package var weekday: Int { Int(Int64(daysSince1970 + 3).flooredDivision(by: 7).remainder) + 1 }

    /// The first day of its week, where weeks begin on `weekday` (1 Monday ... 7 Sunday).
    package func startOfWeek(_ weekday: Int) -> CivilDate { advanced(byDays: -((self.weekday - weekday + 7) % 7)) }

    /// The first day of its month.
    package var startOfMonth: CivilDate { advanced(byDays: 1 - day) }

    /// The first day of the month after.
    package var startOfNextMonth: CivilDate {
        startOfMonth.advanced(byDays: Self.daysInMonth(month, of: year))
    }

    /// `2026-11-30`.
    package var description: String { "\(yearAndMonth)-\(Digits.padded(day, to: 2))" }

    /// `2026-11`.
    package var yearAndMonth: String {
        "\(year < 0 ? "-" : "")\(Digits.padded(abs(year), to: 4))-\(Digits.padded(month, to: 2))"
    }

    /// The day `text` names: `2026-11-30`. Nil for anything else.
    package init?(_ text: String) {
        var reader = Digits(text)
        guard let year = reader.number(of: 4), reader.take("-"), let month = reader.number(of: 2), reader.take("-"),
            let day = reader.number(of: 2), reader.isAtEnd
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    package static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    package static func daysInMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
