import Economics

extension FieldReader {
    /// An amount with its currency, `"60.00 USD"`, with at most nine decimals.
    func money(hint: String? = nil) -> Money? {
        guard case .money(let range) = form else { mismatch("money") }
        guard let amount = amount() else { return nil }
        guard range.contains(amount) else {
            fail(.range, "\(range.lowerBound) to \(range.upperBound)", hint: hint)
            return nil
        }
        return amount
    }

    /// An amount, whatever the range of its form.
    func amount() -> Money? {
        guard let text = node.string else {
            let hint = node.number.map { "write the amount with its currency: \"\($0.text) USD\"" }
            fail(.type, "money", hint: hint)
            return nil
        }
        do {
            return try Money(parsing: text, allowsNegative: true)
        } catch {
            fail(.value, "money such as \"60.00 USD\"", hint: Self.hint(for: error, text))
            return nil
        }
    }

    private static func hint(for error: EconomicsError, _ text: String) -> String? {
        switch error.code {
        case .missingCurrency: "write the amount with its currency: \"\(text) USD\""
        case .unknownCurrency: "only USD is known"
        case .amountTooFine: "at most nine decimals"
        case .amountOverflow: "at most 9.2 billion USD"
        default:
            if text.contains("$") {
                "write USD behind the amount instead of $"
            } else if text.contains(",") {
                "decimals are set off with a point, thousands not at all"
            } else {
                nil
            }
        }
    }
}
