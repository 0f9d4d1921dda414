extension JSON {
    /// The value of a read document, without its positions. A whole number that does not fit `Int64`, and `-0`, become
    /// doubles.
    package init(_ node: DocumentNode) {
        switch node.value {
        case .null: self = .null
        case .bool(let flag): self = .bool(flag)
        case .number(let number):
            if let integer = number.integer, integer != 0 || number.double.sign == .plus {
                self = .integer(integer)
            } else {
                self = .double(number.double)
            }
        case .string(let text): self = .string(text)
        case .array(let items): self = .array(items.map { JSON($0) })
        case .object(let members): self = .object(members.map { Member($0.key, JSON($0.node)) })
        }
    }
}
