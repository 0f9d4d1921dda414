import Documents

/// An object of a client whose keys may be camelCase, snake_case or kebab-case. Unknown keys are counted, never errors.
struct AliasedObject {
    private let members: [String: DocumentMember]
    let unknown: Int

    /// Throws `conflicting_fields` when a key and its alias are both there with different values.
    init(_ node: DocumentNode, known: Set<String>) throws(Problem) {
        var members: [String: DocumentMember] = [:]
        var unknown = 0
        for member in node.object ?? [] {
            let key = Self.camelCase(member.key)
            if !known.contains(key) { unknown += 1 }
            if let earlier = members[key], earlier.node.value != member.node.value {
                throw Problem(
                    "conflicting_fields",
                    400,
                    "`\(earlier.key.printable)` and `\(member.key.printable)` name one field and differ",
                    extra: [.init("offset", .integer(Int64(member.keyStart.offset)))]
                )
            }
            members[key] = member
        }
        self.members = members
        self.unknown = unknown
    }

    subscript(key: String) -> DocumentNode? { members[key]?.node }

    private static func camelCase(_ key: String) -> String {
        let parts = key.split { $0 == "_" || $0 == "-" }
        guard let first = parts.first, parts.count > 1 else { return key }
        return first.lowercased()
            + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined()
    }
}
