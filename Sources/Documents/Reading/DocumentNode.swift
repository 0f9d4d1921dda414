/// One value of a read document, with the place it came from.
package struct DocumentNode: Sendable, Hashable {
    package indirect enum Value: Sendable, Hashable {
        case null
        case bool(Bool)
        case number(DocumentNumber)
        case string(String)
        case array([DocumentNode])
        /// In the order of the document; keys are unique.
        case object([DocumentMember])
    }

    package let value: Value
    /// Where the value starts.
    package let start: SourcePosition
    /// Just past its last byte.
    package let end: SourcePosition

    package init(value: Value, start: SourcePosition, end: SourcePosition) {
        self.value = value
        self.start = start
        self.end = end
    }
}

/// One key and its value.
package struct DocumentMember: Sendable, Hashable {
    package let key: String
    package let keyStart: SourcePosition
    package let keyEnd: SourcePosition
    package let node: DocumentNode

    package init(key: String, keyStart: SourcePosition, keyEnd: SourcePosition, node: DocumentNode) {
        self.key = key
        self.keyStart = keyStart
        self.keyEnd = keyEnd
        self.node = node
    }
}

/// A number as it was written. The text is kept so that no digit is lost.
package struct DocumentNumber: Sendable, Hashable {
    package let text: String
    package let double: Double
    /// Set when the number is written as a whole number that fits.
    package let integer: Int64?

    package init(text: String, double: Double, integer: Int64?) {
        self.text = text
        self.double = double
        self.integer = integer
    }
}

extension DocumentNode {
    /// The value under `key`, when this is an object that has it.
    package subscript(key: String) -> DocumentNode? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.key == key }?.node
    }

    package var string: String? { if case .string(let text) = value { text } else { nil } }
    package var bool: Bool? { if case .bool(let flag) = value { flag } else { nil } }
    package var number: DocumentNumber? { if case .number(let number) = value { number } else { nil } }
    package var integer: Int64? { number?.integer }
    package var double: Double? { number?.double }
    /// A whole number however it is written: `42`, `42.0`, `4.2e1`, as programs without integers send them. Nil past 2^53
    /// unless it is written as a whole number: digits would be lost.
    package var wholeNumber: Int64? {
        if let integer { return integer }
        guard let double, (-0x1p53...0x1p53).contains(double) else { return nil }
        return Int64(exactly: double)
    }
    package var array: [DocumentNode]? { if case .array(let items) = value { items } else { nil } }
    package var object: [DocumentMember]? { if case .object(let members) = value { members } else { nil } }
    package var isNull: Bool { value == .null }
}
