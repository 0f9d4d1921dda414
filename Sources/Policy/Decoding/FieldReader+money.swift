import Economics

extension FieldReader {
    /// An amount with its currency, `"60.00 USD"`, with at most nine decimals.
    func money(in range: ClosedRange<Money>, hint: String? = nil) -> Money? {
        guard let text = node.string else {
            let hint = node.number.map { "write the amount with its currency: \"\($0.text) USD\"" }
            fail(.type, "money", hint: hint)
            return nil
        }
        guard let amount = Money(decimalUSD: text) else {
            fail(.value, "money such as \"60.00 USD\"", hint: Self.moneyHint(text))
            return nil
        }
        guard range.contains(amount) else {
            let lowest = range.lowerBound.shownUSD
            fail(.range, "\(lowest)...\(range.upperBound.shownUSD) USD", hint: hint)
            return nil
        }
        return amount
    }

    private static func moneyHint(_ text: String) -> String? {
        if Money(decimalUSD: text + " USD") != nil { return "write the amount with its currency: \"\(text) USD\"" }
        if text.contains("$") { return "write USD behind the amount instead of $" }
        if text.contains(",") { return "decimals are set off with a point" }
        let currency = text.split(separator: " ").last.map(String.init) ?? ""
        if currency.count == 3, currency != "USD", currency.allSatisfy(\.isLetter) { return "only USD is known" }
        return nil
    }
}

extension Money {
    /// The amount of `12.34 USD`: digits, at most nine decimals, one space. Nil for anything else or out of range.
    init?(decimalUSD text: String) {
        guard text.hasSuffix(" USD") else { return nil }
        let parts = text.dropLast(4).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int64(digits: parts[0]) else { return nil }
        var nano: Int64 = 0
        if parts.count == 2 {
            guard (1...9).contains(parts[1].count), let fraction = Int64(digits: parts[1]) else { return nil }
            nano = (parts[1].count..<9).reduce(fraction) { value, _ in value * 10 }
        }
        let (scaled, overflow) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return nil }
        let (sum, more) = scaled.addingReportingOverflow(nano)
        guard !more else { return nil }
        self.init(nanoUSD: sum)
    }

    /// The amount in USD without trailing zeros, for messages.
    var shownUSD: String {
        let whole = nanoUSD / 1_000_000_000
        let rest = abs(nanoUSD % 1_000_000_000)
        guard rest != 0 else { return "\(whole)" }
        var digits = String(rest)
        digits = String(repeating: "0", count: 9 - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}

extension Int64 {
    /// The value of one or more ASCII digits. `Int64(_:)` would take signs.
    fileprivate init?(digits: Substring) {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self.init(digits)
    }
}
