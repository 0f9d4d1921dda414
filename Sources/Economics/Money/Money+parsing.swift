extension Money {
    /// The amount `text` names: `2.52 USD`, a decimal number of at most nine decimals, one space and the currency.
    ///
    /// Throws `missingCurrency`, `unknownCurrency`, `amountTooFine`, `negativeAmount` (unless `allowsNegative`),
    /// `amountOverflow` or `invalidAmount`. Separators for thousands and decimal commas are refused: one reads `1,234`
    /// both ways.
    package init(parsing text: String, allowsNegative: Bool = false) throws(EconomicsError) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard let number = parts.first, !number.isEmpty else {
            throw EconomicsError(.invalidAmount, "`\(text)` is no amount of money: write it like `2.52 USD`")
        }
        let amount = try Self.nano(number, in: text)
        guard parts.count > 1 else {
            throw EconomicsError(.missingCurrency, "`\(text)` has no currency: write `\(text) USD`")
        }
        guard parts.count == 2, !parts[1].isEmpty else {
            throw EconomicsError(.invalidAmount, "`\(text)` is no amount of money: write it like `2.52 USD`")
        }
        guard parts[1] == "USD" else {
            throw EconomicsError(.unknownCurrency, "unknown currency `\(parts[1])`, expected `USD`")
        }
        guard amount >= 0 || allowsNegative else {
            throw EconomicsError(.negativeAmount, "`\(text)` is below zero")
        }
        self.init(nanoUSD: amount)
    }

    private static func nano(_ number: Substring, in text: String) throws(EconomicsError) -> Int64 {
        let isNegative = number.utf8.first == UInt8(ascii: "-")
        let digits = number.utf8.dropFirst(isNegative ? 1 : 0)
        let halves = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isDecimal = halves.allSatisfy { half in
            !half.isEmpty && half.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard halves.count <= 2, isDecimal else {
            throw EconomicsError(.invalidAmount, "`\(text)` is no amount of money: write it like `2.52 USD`")
        }
        let decimals = halves.count == 2 ? halves[1].count : 0
        guard decimals <= 9 else {
            throw EconomicsError(.amountTooFine, "`\(text)` has \(decimals) decimals, at most 9 are kept")
        }
        var value: Int64 = 0
        for digit in halves.joined() + Array(repeating: UInt8(ascii: "0"), count: 9 - decimals) {
            let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
            let step = Int64(digit - UInt8(ascii: "0"))
            let (next, overflowOfStep) = shifted.addingReportingOverflow(isNegative ? -step : step)
            guard !overflow, !overflowOfStep else {
                throw EconomicsError(.amountOverflow, "`\(text)` is beyond 9.2 billion USD")
            }
            value = next
        }
        return value
    }
}
