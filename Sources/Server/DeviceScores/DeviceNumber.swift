import Documents

/// A number as clients send it: a JSON number, or text in one of the forms phones really produce.
enum DeviceNumber: Sendable, Hashable {
    case missing
    /// Present, and not to be read without guessing.
    case unusable
    case value(Double)

    /// What was bent on the way, for the answer's `normalised`.
    enum Repair: String, Sendable {
        case numberAsString = "number_as_string", decimalComma = "decimal_comma", percentSign = "percent_sign"
    }

    /// Absent, null, `""`, `"NaN"`, `"null"`, `"n/a"` and exactly -1 are missing; booleans and odd text are unusable.
    static func read(_ node: DocumentNode?) -> (number: DeviceNumber, repairs: [Repair]) {
        guard let node else { return (.missing, []) }
        switch node.value {
        case .null: return (.missing, [])
        case .number(let number):
            return (number.double == -1 ? .missing : number.double.isFinite ? .value(number.double) : .unusable, [])
        case .string(let text): return read(text: text)
        case .bool, .array, .object: return (.unusable, [])
        }
    }

    private static func read(text: String) -> (DeviceNumber, [Repair]) {
        var folded = text.unicodeScalars.map(ascii).filter { $0 != " " }[...]
        let word = String(String.UnicodeScalarView(folded)).lowercased()
        if ["", "nan", "null", "n/a", "-1"].contains(word) { return (.missing, []) }
        var repairs = [Repair.numberAsString]
        var scale = 1.0
        if folded.last == "%" {
            folded.removeLast()
            scale = 0.01
            repairs.append(.percentSign)
        }
        let hasComma = folded.contains(",")
        if hasComma {
            // `1,234` may be a thousand or one and a bit: nobody guesses.
            let parts = folded.split(separator: ",", omittingEmptySubsequences: false)
            let isThousands =
                parts.count == 2 && parts[1].count == 3 && parts[0].contains { $0 != "0" && $0 != "-" && $0 != "+" }
            guard parts.count == 2, !folded.contains("."), !isThousands else { return (.unusable, []) }
            repairs.append(.decimalComma)
        }
        let plain = String(String.UnicodeScalarView(folded.map { $0 == "," ? "." : $0 }))
        guard isDecimal(plain), let value = Double(plain), value.isFinite else { return (.unusable, []) }
        return (.value(value * scale), repairs)
    }

    /// Digits of any script, the Arabic decimal separator and the true minus sign in ASCII; every space a space.
    private static func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.properties.isWhitespace { return " " }
        switch scalar {
        case "\u{66B}": return "."
        case "\u{2212}": return "-"
        default:
            guard scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue else {
                return scalar
            }
            return Unicode.Scalar(UInt8(0x30 + Int(digit)))
        }
    }

    /// `[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d{1,3})?`: narrower than what `Double` takes.
    private static func isDecimal(_ text: String) -> Bool {
        text.wholeMatch(of: #/[+-]?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?/#) != nil
    }
}

extension Array where Element == DeviceNumber {
    /// A group of shares that mean the same thing, brought to 0...1.
    ///
    /// When the largest is in (10, 100] and every non-zero one at least 1, the group is percent. Tiny overshoots are
    /// clipped. Anything else past 1 makes the whole group unusable; a negative one only itself.
    func shares() -> (values: [Double?], scaledPercent: Bool, isUsable: Bool) {
        let numbers = compactMap { if case .value(let value) = $0 { value } else { nil } }
        let largest = numbers.max() ?? 0
        let isPercent = largest > 10 && largest <= 100 && numbers.allSatisfy { $0 == 0 || $0 >= 1 || $0 < 0 }
        let scale = isPercent ? 0.01 : 1
        guard numbers.allSatisfy({ $0 * scale <= 1.001 }) else { return (map { _ in nil }, false, false) }
        let values = map { number -> Double? in
            guard case .value(let value) = number else { return nil }
            let share = value * scale
            if share < -0.001 { return nil }
            return Swift.min(1, Swift.max(0, share))
        }
        return (values, isPercent, true)
    }
}
