package import Economics

/// Moments as text in UTC (RFC 3339), years 0 to 9999.
package enum UTCTime {
    /// `2026-11-30T10:36:18.123456Z`.
    package static func text(of moment: Timestamp) -> String {
        let (year, month, day) = date(ofDay: floorDivide(moment.seconds, 86_400))
        return
            "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(clock(of: moment)).\(fraction(of: moment, 6))Z"
    }

    /// `10:36:18.123`.
    static func timeOfDay(of moment: Timestamp) -> String { "\(clock(of: moment)).\(fraction(of: moment, 3))" }

    private static func clock(of moment: Timestamp) -> String {
        let second = moment.seconds - floorDivide(moment.seconds, 86_400) * 86_400
        return "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    }

    private static func fraction(of moment: Timestamp, _ digits: Int) -> String {
        String(padded(moment.microseconds - moment.seconds * 1_000_000, 6).prefix(digits))
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
    }

    /// The civil date of a day counted from 1970-01-01, by counting from 1 March of year 0 in eras of 400 years.
    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
