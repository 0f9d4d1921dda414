import Documents
import Platform

/// Reads a request as Google's proto JSON does: names in camelCase or snake_case at every level, enums as names of any
/// case or numbers, whole numbers as text too, null as absent; anything unknown is a violation.
struct WireReader {
    /// One refused member: Google's field path (snake_case) and sentence.
    struct Violation: Sendable, Hashable {
        let field: String
        let description: String
    }

    /// The first few.
    private(set) var violations: [Violation] = []

    static let mostViolations = 20
    /// So much is repeated of a name that nobody knows.
    private static let longestName = 100

    /// The same value with names in camelCase, enums in capitals and numbers as numbers; nil where it is refused.
    mutating func read(_ node: DocumentNode, as kind: WireKind, at path: String = "") -> DocumentNode? {
        switch kind {
        case .any: return node
        case .string: return node.string == nil ? refuse(node, kind, path) : node
        case .bool: return node.bool == nil ? refuse(node, kind, path) : node
        case .bytes: return isBase64(node) ? node : refuse(node, kind, path)
        case .int32: return integer(node, kind, path, range: Int64(Int32.min)...Int64(Int32.max))
        case .int64: return integer(node, kind, path, range: .min ... .max)
        case .double: return double(node, kind, path)
        case .enumeration(_, let values): return enumeration(node, values) ?? refuse(node, kind, path)
        case .message(let name): return message(node, name, kind, path)
        case .map(let element): return map(node, element, kind, path)
        case .repeated(let element):
            guard let items = node.array else {
                violate(path, "Invalid JSON payload received. Expected a list at '\(path)'.")
                return nil
            }
            var read: [DocumentNode] = []
            for (index, item) in items.enumerated() {
                if let value = self.read(item, as: element, at: "\(path)[\(index)]") { read.append(value) }
            }
            return DocumentNode(value: .array(read), start: node.start, end: node.end)
        }
    }

    private mutating func message(
        _ node: DocumentNode,
        _ name: String,
        _ kind: WireKind,
        _ path: String
    ) -> DocumentNode? {
        guard let members = node.object, let fields = WireMessages.all[name],
            let spellings = WireMessages.spellings[name]
        else { return refuse(node, kind, path) }
        var read: [DocumentMember] = []
        for member in members {
            guard let field = spellings[member.key], let kind = fields[field] else {
                let place = path.isEmpty ? "" : " at '\(path)'"
                let name = member.key.prefix(Self.longestName)
                let sentence =
                    "Invalid JSON payload received. Unknown name \"\(name)\"\(place): Cannot find field."
                violate(path, sentence)
                continue
            }
            let inner = (path.isEmpty ? "" : path + ".") + WireMessages.snakeCase(field)
            if read.contains(where: { $0.key == field }) {
                violate(inner, "Invalid JSON payload received. '\(inner)' is set twice, in two spellings.")
                continue
            }
            if member.node.isNull { continue }
            guard let value = self.read(member.node, as: kind, at: inner) else { continue }
            read.append(
                DocumentMember(key: field, keyStart: member.keyStart, keyEnd: member.keyEnd, node: value)
            )
        }
        return DocumentNode(value: .object(read), start: node.start, end: node.end)
    }

    private mutating func map(
        _ node: DocumentNode,
        _ element: WireKind,
        _ kind: WireKind,
        _ path: String
    ) -> DocumentNode? {
        guard let members = node.object else { return refuse(node, kind, path) }
        var read: [DocumentMember] = []
        for (index, member) in members.enumerated() {
            guard let value = self.read(member.node, as: element, at: "\(path)[\(index)].value") else { continue }
            read.append(
                DocumentMember(key: member.key, keyStart: member.keyStart, keyEnd: member.keyEnd, node: value)
            )
        }
        return DocumentNode(value: .object(read), start: node.start, end: node.end)
    }

    private mutating func integer(
        _ node: DocumentNode,
        _ kind: WireKind,
        _ path: String,
        range: ClosedRange<Int64>
    ) -> DocumentNode? {
        let value = node.integer ?? node.string.flatMap { Int64($0) } ?? node.double.flatMap { Int64(exactly: $0) }
        guard let value, range.contains(value) else { return refuse(node, kind, path) }
        let number = DocumentNumber(text: String(value), double: Double(value), integer: value)
        return DocumentNode(value: .number(number), start: node.start, end: node.end)
    }

    private mutating func double(_ node: DocumentNode, _ kind: WireKind, _ path: String) -> DocumentNode? {
        guard let value = node.double ?? node.string.flatMap({ Double($0) }), value.isFinite else {
            return refuse(node, kind, path)
        }
        let number = DocumentNumber(text: String(value), double: value, integer: Int64(exactly: value))
        return DocumentNode(value: .number(number), start: node.start, end: node.end)
    }

    private func enumeration(_ node: DocumentNode, _ values: [String]) -> DocumentNode? {
        let value: String?
        if let index = node.integer {
            value = values.indices.contains(Int(index)) ? values[Int(index)] : nil
        } else {
            value = node.string.flatMap { text in values.first { $0 == text.uppercased() } }
        }
        return value.map { DocumentNode(value: .string($0), start: node.start, end: node.end) }
    }

    private func isBase64(_ node: DocumentNode) -> Bool {
        guard let text = node.string else { return false }
        return Encoding.bytes(base64: Array(text.utf8)) != nil
    }

    private mutating func refuse(_ node: DocumentNode, _ kind: WireKind, _ path: String) -> DocumentNode? {
        violate(path, "Invalid value at '\(path)' (\(kind.name)), \(WireReader.sample(node))")
        return nil
    }

    private mutating func violate(_ field: String, _ description: String) {
        guard violations.count < Self.mostViolations else { return }
        violations.append(Violation(field: field, description: description))
    }

    /// A refused value, short: it may be a whole picture.
    private static func sample(_ node: DocumentNode) -> String {
        switch node.value {
        case .null: "null"
        case .bool(let flag): String(flag)
        case .number(let number): String(number.text.prefix(40))
        case .string(let text): "\"\(text.prefix(40))\""
        case .array: "a list"
        case .object: "an object"
        }
    }
}
