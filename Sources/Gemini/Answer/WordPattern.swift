import Policy

/// Brings free words into the contract's patterns.
enum WordPattern {
    /// Longer than any tag; what is longer is a repetition loop.
    static let longestWord = 64

    /// Nil when `text` cannot be made to fit without guessing.
    static func fitted(_ text: String, to pattern: Contract.Field.Pattern) -> String? {
        switch pattern {
        case .snakeCase: snakeCase(text)
        case .hexColor: hexColor(text)
        }
    }

    /// Whether the two differ at most in the case of ASCII letters.
    static func sameButCase(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8) { lower($0) == lower($1) }
    }

    /// `Temple Gate` becomes `temple_gate`. Letters outside ASCII have no spelling here: such a word is dropped, not
    /// mangled.
    private static func snakeCase(_ text: String) -> String? {
        var output: [UInt8] = []
        var pending = false
        for scalar in text.unicodeScalars {
            if scalar.isASCII, isWordByte(UInt8(ascii: scalar)) {
                if pending, !output.isEmpty { output.append(UInt8(ascii: "_")) }
                pending = false
                output.append(lower(UInt8(ascii: scalar)))
                guard output.count <= longestWord else { return nil }
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                return nil
            } else if scalar != "'" && scalar != "\u{2019}" {
                pending = true
            }
        }
        return output.isEmpty ? nil : String(decoding: output, as: UTF8.self)
    }

    /// `A1B2C3`, `#abc` and the like become `#rrggbb`; names of colours do not.
    private static func hexColor(_ text: String) -> String? {
        var digits = text.utf8.filter { $0 != 0x20 }.map(lower)
        if digits.first == UInt8(ascii: "#") { digits.removeFirst() }
        guard digits.allSatisfy(isHexDigit) else { return nil }
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        return digits.count == 6 ? "#" + String(decoding: digits, as: UTF8.self) : nil
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower(byte)) || isDigit(byte)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
