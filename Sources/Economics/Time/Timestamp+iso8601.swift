extension Timestamp {
    /// RFC 3339 in UTC: `2026-11-30T01:36:18Z`, with as many groups of three decimals as needed
    /// (`…18.250Z`, `…18.250001Z`).
    package var iso8601: String { iso8601(in: .utc) }

    /// RFC 3339 with the offset the zone has at this moment: `2026-11-30T10:36:18+09:00`; `Z` when the zone is UTC.
    package func iso8601(in zone: ZoneOffsets) -> String {
        let offset = zone.offset(at: self)
        let (days, second) = (seconds + Int64(offset)).flooredDivision(by: 86_400)
        let micros = Int(microseconds.flooredDivision(by: 1_000_000).remainder)
        var text = "\(CivilDate(daysSince1970: Int(days)))T\(Self.clock(Int(second)))"
        if micros % 1_000 != 0 {
            text += "." + Digits.padded(micros, to: 6)
        } else if micros != 0 {
            text += "." + Digits.padded(micros / 1_000, to: 3)
        }
        return text + (zone == .utc ? "Z" : Self.offsetText(offset))
    }

    /// The moment an RFC 3339 text names. Offsets other than `Z` are taken into account; decimals past the sixth are cut
    /// off. Nil for anything else, leap seconds among it.
    package init?(iso8601 text: String) {
        var reader = Digits(text)
        guard let year = reader.number(of: 4), reader.take("-"), let month = reader.number(of: 2), reader.take("-"),
            let day = reader.number(of: 2), reader.take("T") || reader.take("t") || reader.take(" "),
            let hour = reader.number(of: 2), reader.take(":"), let minute = reader.number(of: 2), reader.take(":"),
            let second = reader.number(of: 2), hour < 24, minute < 60, second < 60,
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        var micros = 0
        if reader.take(".") {
            let digits = reader.run
            guard digits > 0, digits <= 18, let fraction = reader.number(of: digits) else { return nil }
            micros = digits <= 6 ? fraction * Self.power(6 - digits) : fraction / Self.power(digits - 6)
        }
        guard let offset = Self.offset(&reader), reader.isAtEnd else { return nil }
        let seconds = date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second - offset
        self.init(microseconds: Int64(seconds) * 1_000_000 + Int64(micros))
    }

    /// `+05:45`; the seconds of historic local mean times are left out.
    package static func offsetText(_ offset: Int) -> String {
        let minutes = abs(offset) / 60
        return (offset < 0 ? "-" : "+") + Digits.padded(minutes / 60, to: 2) + ":" + Digits.padded(minutes % 60, to: 2)
    }

    /// Seconds east of UTC.
    private static func offset(_ reader: inout Digits) -> Int? {
        if reader.take("Z") || reader.take("z") { return 0 }
        let sign: Int
        if reader.take("+") {
            sign = 1
        } else if reader.take("-") {
            sign = -1
        } else {
            return nil
        }
        guard let hours = reader.number(of: 2), reader.take(":"), let minutes = reader.number(of: 2), hours < 24,
            minutes < 60
        else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }

    private static func clock(_ second: Int) -> String {
        [second / 3_600, second / 60 % 60, second % 60].map { Digits.padded($0, to: 2) }.joined(separator: ":")
    }

    private static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { value, _ in value * 10 } }
}
