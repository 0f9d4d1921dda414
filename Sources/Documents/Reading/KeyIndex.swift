/// The keys of one object, to find the second of two equal ones in constant time.
struct KeyIndex {
    /// Up to here looking through a list is faster than hashing.
    private static let listLimit = 8

    private var list: [(key: String, position: SourcePosition)] = []
    private var table: [String: SourcePosition] = [:]

    /// Notes `key`. Where it was first given, when it was.
    mutating func insert(_ key: String, at position: SourcePosition) -> SourcePosition? {
        if table.isEmpty {
            if let first = list.first(where: { $0.key == key }) { return first.position }
            list.append((key, position))
            if list.count > Self.listLimit {
                for entry in list { table[entry.key] = entry.position }
            }
            return nil
        }
        if let first = table[key] { return first }
        table[key] = position
        return nil
    }
}
