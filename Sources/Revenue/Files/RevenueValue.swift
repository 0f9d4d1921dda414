package import Economics

/// Values as reports write them.
package enum RevenueValue {
    /// `2026-11-30` or `20261130`; nil for anything else.
    package static func date(_ text: String) -> CivilDate? {
        if let date = CivilDate(text) { return date }
        let digits = Array(text.utf8)
        guard digits.count == 8, digits.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else {
            return nil
        }
        return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    /// Digits with a sign; nil for anything else.
    package static func integer(_ text: String) -> Int64? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// A decimal number, plain or with an exponent, in units of 10 to the minus `decimals`, rounded to the nearest, ties to
    /// even. Nil for anything else, decimal commas and separators of thousands included: one reads `1,234` both ways.
    package static func decimal(_ text: String, decimals: Int) -> Int64? {
        let parts = text.lowercased().split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
        let exponent = parts.count == 2 ? integer(String(parts[1].hasPrefix("+") ? parts[1].dropFirst() : parts[1])) : 0
        guard let exponent, abs(exponent) <= 30, let number = parts.first else { return nil }
        let isNegative = number.hasPrefix("-")
        let halves = (isNegative ? number.dropFirst() : number).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count),
            halves.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        let digits = halves.joined().utf8.map { Int64($0) - 48 }
        // Digits that are kept whole, counted from the first.
        let kept = halves[0].utf8.count + Int(exponent) + decimals
        var value: Int64 = 0
        for index in 0..<max(0, kept) {
            let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
            let (next, overflowOfStep) = shifted.addingReportingOverflow(index < digits.count ? digits[index] : 0)
            guard !overflow, !overflowOfStep else { return nil }
            value = next
        }
        let rest = kept < 0 ? [] : Array(digits.dropFirst(kept))
        if let first = rest.first {
            let isTie = first == 5 && rest.dropFirst().allSatisfy { $0 == 0 }
            if first > 5 || (first == 5 && (!isTie || value % 2 == 1)) {
                guard value < .max else { return nil }
                value += 1
            }
        }
        return isNegative ? -value : value
    }
}
