extension FieldReader {
    /// `"#rrggbb"`.
    func color() -> GateSettings.RGB? {
        guard case .color = form else { mismatch("a colour") }
        guard let text = node.string else {
            fail(.type, "a colour such as \"#ffffff\"")
            return nil
        }
        let digits = text.utf8.dropFirst().map { Int(hexDigit: $0) }
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6, !digits.contains(nil) else {
            fail(.value, "a colour such as \"#ffffff\"")
            return nil
        }
        let values = digits.compactMap { $0 }
        func channel(_ index: Int) -> UInt8 { UInt8(values[index] * 16 + values[index + 1]) }
        return GateSettings.RGB(red: channel(0), green: channel(2), blue: channel(4))
    }

    /// A document's name: `[a-z][a-z0-9-]{0,31}`.
    func name() -> String? {
        guard case .name = form else { mismatch("a name") }
        guard let text = string() else { return nil }
        guard Self.isName(text) else {
            fail(.name, "1 to 32 of a-z, 0-9 and -, starting with a letter")
            return nil
        }
        return text
    }

    /// A scorer and its version: `torii/1`.
    func scoreSpace() -> String? {
        guard case .scoreSpace = form else { mismatch("a score space") }
        guard let text = string() else { return nil }
        guard ScoreSpaceSettings.isName(text) else {
            fail(.value, "a scorer and its version such as \"torii/1\" or \"apple-vision/18\"")
            return nil
        }
        return text
    }

    static func isName(_ text: some StringProtocol) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy(isNameByte)
            && text.utf8.first.map { (97...122).contains($0) } == true
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
    }
}

extension Int {
    fileprivate init?(hexDigit byte: UInt8) {
        switch byte {
        case 48...57: self = Int(byte) - 48
        case 97...102: self = Int(byte) - 87
        case 65...70: self = Int(byte) - 55
        default: return nil
        }
    }
}
