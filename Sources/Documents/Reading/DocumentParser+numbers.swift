extension DocumentParser {
    /// A number. JSON5 adds signs, hexadecimal and a leading or trailing dot.
    mutating func number() -> DocumentNode? {
        let start = offset
        var scan = offset
        if bytes[scan] == UInt8(ascii: "-") || bytes[scan] == UInt8(ascii: "+") { scan += 1 }
        if scan < bytes.count, startsIdentifier(at: scan) { return signedWord(from: start, wordAt: scan) }
        let isHex = !strict && peek(scan) == UInt8(ascii: "0") && peek(scan + 1) | 0x20 == UInt8(ascii: "x")
        let problem = isHex ? scanHexadecimal(&scan) : scanDecimal(&scan)
        let end = endOfRun(from: scan)
        if let problem {
            failNumber(problem, from: start, to: max(end, start + 1))
            return nil
        }
        if end > scan {
            // `800ms`, `2.40USD`, `1_000`, `1.2.3`: one token to the eye, so one mistake.
            let shown = Self.shortened(String(decoding: bytes[start..<end], as: UTF8.self))
            fail(.syntax, "unexpected `\(shown)`", from: start, to: end, hint: "text needs quotes: \"\(shown)\"")
            offset = end
            lost = true
            return nil
        }
        guard scan - start <= DocumentReader.longestNumber else {
            failNumber("a number of more than \(DocumentReader.longestNumber) characters", from: start, to: scan)
            return nil
        }
        let text = String(decoding: bytes[start..<scan], as: UTF8.self)
        guard let double = Double(text), double.isFinite else {
            failNumber("`\(Self.shortened(text))` is too large", from: start, to: scan)
            return nil
        }
        let integer = isHex ? Self.hexadecimal(text) : Int64(text)
        let from = position(start)
        offset = scan
        let value = DocumentNumber(text: text, double: double, integer: integer)
        return DocumentNode(value: .number(value), start: from, end: position(scan))
    }

    private func peek(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    private func isDigit(_ offset: Int) -> Bool {
        offset < bytes.count && bytes[offset] >= UInt8(ascii: "0") && bytes[offset] <= UInt8(ascii: "9")
    }

    private func skipDigits(_ scan: inout Int) -> Bool {
        let start = scan
        while isDigit(scan) { scan += 1 }
        return scan > start
    }

    /// Moves past `int frac exp`. What is wrong with it, if anything is.
    private func scanDecimal(_ scan: inout Int) -> String? {
        let whole = scan
        let hasWhole = skipDigits(&scan)
        if hasWhole, scan > whole + 1, bytes[whole] == UInt8(ascii: "0") { return "a number may not start with 0" }
        if !hasWhole, strict || peek(scan) != UInt8(ascii: ".") { return "expected a digit" }
        if peek(scan) == UInt8(ascii: ".") {
            scan += 1
            let hasFraction = skipDigits(&scan)
            if !hasFraction, strict || !hasWhole { return "expected a digit after the dot" }
        }
        if peek(scan) | 0x20 == UInt8(ascii: "e") {
            var exponent = scan + 1
            if peek(exponent) == UInt8(ascii: "+") || peek(exponent) == UInt8(ascii: "-") { exponent += 1 }
            // Without a digit it is no exponent but text, such as `5eur`.
            guard isDigit(exponent) else {
                let isText = exponent < bytes.count && isIdentifierPart(at: exponent)
                if isText, !strict { return nil }
                scan = exponent
                return "expected a digit in the exponent"
            }
            scan = exponent
            _ = skipDigits(&scan)
        }
        return nil
    }

    private func scanHexadecimal(_ scan: inout Int) -> String? {
        scan += 2
        let start = scan
        while scan < bytes.count, hexDigits(at: scan, count: 1) != nil { scan += 1 }
        return scan > start ? nil : "expected a hexadecimal digit"
    }

    /// Where the letters, digits and dots that cling to a number end.
    private func endOfRun(from start: Int) -> Int {
        var scan = start
        while scan < bytes.count {
            let byte = bytes[scan]
            if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%") || isIdentifierPart(at: scan) {
                scan += scalar(at: scan).length
            } else {
                break
            }
        }
        return scan
    }

    private mutating func signedWord(from start: Int, wordAt scan: Int) -> DocumentNode? {
        let end = endOfRun(from: scan)
        let word = Self.shortened(String(decoding: bytes[start..<end], as: UTF8.self))
        failNumber("`\(word)` is no number a document may hold", from: start, to: end)
        return nil
    }

    private mutating func failNumber(_ message: String, from: Int, to: Int) {
        fail(.number, message, from: from, to: to)
        offset = to
        lost = true
    }

    private static func hexadecimal(_ text: String) -> Int64? {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = text.drop { $0 == "-" || $0 == "+" }.dropFirst(2)
        return Int64((isNegative ? "-" : "") + digits, radix: 16)
    }

    /// The value of exactly `count` hexadecimal digits.
    func hexDigits(at offset: Int, count: Int) -> UInt32? {
        guard offset + count <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[offset..<offset + count] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
