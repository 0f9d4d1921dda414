/// A number written as text by whatever a phone's language made of it: `0,31`, `٠٫٣١`, `31 %`, `1e-3`.
///
/// `[+-]?(digits([.,]digits)?|[.,]digits)([eE][+-]?digit{1,3})?\s?%?` after trimming: narrower than what `Double` takes.
struct DecimalText {
    let hasComma: Bool
    let isPercent: Bool
    /// Empty, or a word for nothing.
    let isMissing: Bool
    /// Percent already divided. Nil: not to be read without guessing.
    let value: Double?

    private static let missingWords = ["", "nan", "null", "n/a"]

    /// Nil for text with characters no number has in any script.
    init?(_ text: String) {
        guard let characters = Self.ascii(text) else { return nil }
        isMissing = Self.missingWords.contains(String(decoding: characters, as: UTF8.self).lowercased())
        var hasComma = false
        let end = isMissing ? nil : Self.endOfNumber(characters, hasComma: &hasComma)
        self.hasComma = hasComma
        var rest = characters[(end ?? 0)...]
        if rest.first == UInt8(ascii: " ") { rest.removeFirst() }
        isPercent = rest.first == UInt8(ascii: "%")
        if isPercent { rest.removeFirst() }
        guard let end, rest.isEmpty else {
            value = nil
            return
        }
        let plain = characters[..<end].map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
        let number = Double(String(decoding: plain, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
        value = isPercent ? number.map { $0 / 100 } : number
    }

    /// Just past the exponent; nil when there is no number at the start, or one that may mean two things.
    private static func endOfNumber(_ text: [UInt8], hasComma: inout Bool) -> Int? {
        var index = 0
        func byte(_ at: Int) -> UInt8 { at < text.count ? text[at] : 0 }
        func isSign(_ at: Int) -> Bool { byte(at) == UInt8(ascii: "+") || byte(at) == UInt8(ascii: "-") }
        func digits(from start: Int) -> Int {
            var end = start
            while (48...57).contains(byte(end)) { end += 1 }
            return end - start
        }
        if isSign(index) { index += 1 }
        let whole = index..<index + digits(from: index)
        index = whole.upperBound
        if byte(index) == UInt8(ascii: ".") || byte(index) == UInt8(ascii: ",") {
            hasComma = byte(index) == UInt8(ascii: ",")
            let decimals = digits(from: index + 1)
            guard decimals > 0 else { return nil }
            // `1,234` may be a thousand or one and a bit: nobody guesses.
            if hasComma, decimals == 3, text[whole].contains(where: { $0 != UInt8(ascii: "0") }) { return nil }
            index += 1 + decimals
        } else if whole.isEmpty {
            return nil
        }
        if byte(index) | 0x20 == UInt8(ascii: "e") {
            index += 1
            if isSign(index) { index += 1 }
            let exponent = digits(from: index)
            guard (1...3).contains(exponent) else { return nil }
            index += exponent
        }
        return index
    }

    /// Digits of any script, the Arabic decimal separator and the true minus sign in ASCII, every space a space; trimmed.
    private static func ascii(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{66B}": bytes.append(UInt8(ascii: "."))
            case "\u{2212}": bytes.append(UInt8(ascii: "-"))
            case _ where scalar.properties.isWhitespace:
                // Leading ones go at once.
                if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
            case _ where scalar.isASCII: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            default:
                guard scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue else {
                    return nil
                }
                bytes.append(UInt8(48 + Int(digit)))
            }
        }
        while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        return bytes
    }
}
