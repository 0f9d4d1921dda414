import Documents

/// A dictionary of structured fields (RFC 9651 section 3.2) whose values are single items: tokens and strings become
/// strings, integers and decimals numbers, `?0` and `?1` booleans, a key alone is true. Parameters are read over.
struct StructuredDictionary: Sendable {
    /// By key; of a key that comes twice the last value, as the RFC has it.
    let items: [String: JSON]

    /// Nil for what is none, or has values of another kind.
    init?(_ text: String) {
        var scanner = Scanner(rest: Array(text.utf8)[...])
        var items: [String: JSON] = [:]
        scanner.skipSpaces()
        while !scanner.isAtEnd {
            guard let key = scanner.key() else { return nil }
            if scanner.take("=") {
                guard let item = scanner.item() else { return nil }
                items[key] = item
            } else {
                items[key] = true
            }
            guard scanner.skipParameters() else { return nil }
            scanner.skipSpaces()
            if scanner.isAtEnd { break }
            guard scanner.take(",") else { return nil }
            scanner.skipSpaces()
            // A comma promises another member.
            if scanner.isAtEnd { return nil }
        }
        self.items = items
    }
}

extension StructuredDictionary {
    private struct Scanner {
        var rest: ArraySlice<UInt8>

        var isAtEnd: Bool { rest.isEmpty }

        mutating func skipSpaces() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

        mutating func take(_ character: Character) -> Bool {
            guard rest.first == character.asciiValue else { return false }
            rest.removeFirst()
            return true
        }

        mutating func prefix(while isIncluded: (UInt8) -> Bool) -> String {
            let taken = rest.prefix(while: isIncluded)
            rest = rest[taken.endIndex...]
            return String(decoding: taken, as: UTF8.self)
        }

        mutating func key() -> String? {
            guard let first = rest.first, Self.isLower(first) || first == UInt8(ascii: "*") else { return nil }
            return prefix { Self.isLower($0) || Self.isDigit($0) || Self.isOneOf("_-.*", $0) }
        }

        mutating func item() -> JSON? {
            guard let first = rest.first else { return nil }
            switch first {
            case UInt8(ascii: "?"):
                rest.removeFirst()
                return take("1") ? true : take("0") ? false : nil
            case UInt8(ascii: "\""): return string()
            case _ where Self.isDigit(first) || first == UInt8(ascii: "-"): return number()
            case _ where Self.isLower(first | 0x20) || first == UInt8(ascii: "*"):
                return .string(
                    prefix { Self.isLower($0 | 0x20) || Self.isDigit($0) || Self.isOneOf("!#$%&'*+-.^_`|~:/", $0) }
                )
            default: return nil
            }
        }

        /// At most 15 digits, of which at most 3 after the point.
        private mutating func number() -> JSON? {
            let sign = take("-") ? "-" : ""
            let whole = prefix(while: Self.isDigit)
            guard (1...15).contains(whole.utf8.count) else { return nil }
            guard take(".") else { return Int64(sign + whole).map { .integer($0) } }
            let decimals = prefix(while: Self.isDigit)
            guard whole.utf8.count <= 12, (1...3).contains(decimals.utf8.count) else { return nil }
            return Double("\(sign)\(whole).\(decimals)").map { .double($0) }
        }

        private mutating func string() -> JSON? {
            var bytes: [UInt8] = []
            rest.removeFirst()
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "\""): return .string(String(decoding: bytes, as: UTF8.self))
                case UInt8(ascii: "\\"):
                    guard let escaped = rest.popFirst(), Self.isOneOf("\"\\", escaped) else { return nil }
                    bytes.append(escaped)
                case 0x20...0x7e: bytes.append(byte)
                default: return nil
                }
            }
            return nil
        }

        /// False where one cannot be read.
        mutating func skipParameters() -> Bool {
            while take(";") {
                skipSpaces()
                guard key() != nil else { return false }
                if take("="), item() == nil { return false }
            }
            return true
        }

        private static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        private static func isOneOf(_ characters: String, _ byte: UInt8) -> Bool { characters.utf8.contains(byte) }
    }
}
