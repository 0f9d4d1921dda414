extension Money: CustomStringConvertible {
    package enum Precision: Sendable {
        /// Two decimals, halves rounded away from zero; `<0.01` (or `>-0.01`) for what is not zero and less than that.
        case cents
        /// All nine decimals.
        case exact
    }

    /// The amount without its currency: `1,234.50`, `<0.01`, `66.162555636`.
    package func formatted(_ precision: Precision = .cents, grouped: Bool = true) -> String {
        let magnitude = nanoUSD.magnitude
        let isNegative = nanoUSD < 0
        switch precision {
        case .exact:
            return Self.decimal(magnitude, unit: 1_000_000_000, digits: 9, isNegative: isNegative, grouped: grouped)
        case .cents:
            let cent: UInt64 = 10_000_000
            if magnitude > 0, magnitude < cent { return isNegative ? ">-0.01" : "<0.01" }
            let cents = (magnitude + cent / 2) / cent
            return Self.decimal(cents, unit: 100, digits: 2, isNegative: isNegative, grouped: grouped)
        }
    }

    /// The exact amount with its currency, as policy documents have it: at least two decimals, no digit lost, no
    /// separators. `Money(parsing:allowsNegative:)` reads it back.
    package var description: String {
        var text = formatted(.exact, grouped: false)
        for _ in 0..<7 where text.utf8.last == UInt8(ascii: "0") { text.removeLast() }
        return text + " USD"
    }

    private static func decimal(
        _ value: UInt64,
        unit: UInt64,
        digits: Int,
        isNegative: Bool,
        grouped: Bool
    ) -> String {
        let (whole, fraction) = value.quotientAndRemainder(dividingBy: unit)
        let decimals = String(fraction)
        return (isNegative ? "-" : "") + (grouped ? Self.grouped(whole) : String(whole)) + "."
            + String(repeating: "0", count: digits - decimals.utf8.count) + decimals
    }

    /// `1,234,567`.
    private static func grouped(_ value: UInt64) -> String {
        var text = ""
        let digits = String(value)
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.utf8.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
