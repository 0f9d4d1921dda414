/// A JSON value to be written. Objects keep their order.
package indirect enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Finite; written with the fewest digits that read back alike.
    case double(Double)
    case string(String)
    case array([JSON])
    case object([Member])

    package struct Member: Sendable, Hashable {
        package let key: String
        package let value: JSON

        package init(_ key: String, _ value: JSON) {
            self.key = key
            self.value = value
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .double(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map { Member($0.0, $0.1) }) }
    package init(nilLiteral: ()) { self = .null }
}
