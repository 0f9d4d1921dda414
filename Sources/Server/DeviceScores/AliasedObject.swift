import Documents

/// An object of a client whose keys may be camelCase, snake_case or kebab-case. Unknown keys are counted, never errors.
struct AliasedObject {
    private let members: [String: DocumentMember]
    let unknown: Int

    /// Throws `conflicting_fields`, naming both keys as sent, when a key and its alias are both there with different
    /// values.
    init(_ node: DocumentNode, known: Set<String>) throws(Problem) {
        var members: [String: DocumentMember] = [:]
        var unknown = 0
        for member in node.object ?? [] {
            let key = Self.camelCase(member.key)
            if !known.contains(key) {
                unknown += 1
                continue
            }
            if let earlier = members[key], !earlier.node.isSame(as: member.node) {
                let names = [earlier.key.printable, member.key.printable]
                throw Problem(
                    .conflictingFields,
                    "`\(names[0])` and `\(names[1])` name one field and differ",
                    extra: [
                        .init("fields", .array(names.map { .string($0) })),
                        .init("offset", .integer(Int64(member.keyStart.offset))),
                    ]
                )
            }
            members[key] = member
        }
        self.members = members
        self.unknown = unknown
    }

    subscript(key: String) -> DocumentNode? { members[key]?.node }

    /// The first of `keys` that is there.
    func first(of keys: [String]) -> DocumentNode? {
        for key in keys { if let node = self[key] { return node } }
        return nil
    }

    private static func camelCase(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }) else { return key }
        let parts = key.split { $0 == "_" || $0 == "-" }
        guard let first = parts.first, parts.count > 1 else { return key }
        return first.lowercased()
            + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined()
    }
}

extension DocumentNode {
    /// Whether two values say the same, wherever they stand and however their numbers are written.
    fileprivate func isSame(as other: DocumentNode) -> Bool {
        switch (value, other.value) {
        case (.number(let one), .number(let two)): return one.double == two.double
        case (.array(let one), .array(let two)):
            return one.count == two.count && zip(one, two).allSatisfy { $0.isSame(as: $1) }
        case (.object(let one), .object(let two)):
            return one.count == two.count
                && one.allSatisfy { member in other[member.key].map(member.node.isSame(as:)) ?? false }
        default: return value == other.value
        }
    }
}
