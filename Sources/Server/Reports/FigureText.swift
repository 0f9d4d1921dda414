import Economics

/// How figures are written for people: the same in reports and on the dashboard.
enum FigureText {
    /// `12,345`
    static func count(_ number: Int) -> String {
        var digits = Array(String(number.magnitude))
        var position = digits.count - 3
        while position > 0 {
            digits.insert(",", at: position)
            position -= 3
        }
        return (number < 0 ? "-" : "") + String(digits)
    }

    /// `41.20 %`; a dash where there is nothing to divide.
    static func share(_ share: Double?, decimals: Int = 2) -> String {
        guard let share, share.isFinite else { return "-" }
        return "\(fixed(share * 100, decimals)) %"
    }

    /// `+0.12`, in percentage points.
    static func points(_ difference: Double) -> String {
        let text = fixed(difference * 100, 2)
        return (difference >= 0 ? "+" : "") + text
    }

    /// `0.97`, `<0.01`, or all nine digits; a dash where there is no price.
    static func money(_ amount: Money?, _ precision: Money.Precision) -> String { amount?.formatted(precision) ?? "-" }

    /// `14 ms`, `1.21 s`
    static func duration(_ duration: Duration?) -> String {
        guard let duration else { return "-" }
        let milliseconds = Double(duration.microseconds) / 1000
        return milliseconds < 1000
            ? "\(fixed(milliseconds, milliseconds < 10 ? 1 : 0)) ms" : "\(fixed(milliseconds / 1000, 2)) s"
    }

    /// With so many decimals, rounded half away from zero.
    static func fixed(_ number: Double, _ decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (number.magnitude * scale).rounded()
        guard scaled < 9e15 else { return "#####" }
        let digits = String(Int64(scaled))
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let sign = number < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return sign + padded }
        return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}
