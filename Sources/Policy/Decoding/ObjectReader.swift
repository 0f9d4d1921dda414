import Documents

/// One object of a document, with the keys it may have.
struct ObjectReader {
    let path: String
    let node: DocumentNode
    let shape: Shape
    let remarks: Remarks
    /// Keys that unknown ones were probably meant to be.
    private var misspelt: Set<String> = []

    /// Reports and answers nil when `node` is no object. Reports every key that is not in `shape`.
    init?(_ node: DocumentNode, path: String, shape: Shape, remarks: Remarks) {
        guard let members = node.object else {
            let subject = path.isEmpty ? "the document" : path
            remarks.error(.type, at: node, field: path, "\(subject) must be an object, found \(node.shown)")
            return nil
        }
        self.path = path
        self.node = node
        self.shape = shape
        self.remarks = remarks
        let keys = shape.keys.map(\.name)
        for member in members where !keys.contains(member.key) {
            let suggestion = Spelling.nearest(to: member.key, among: keys)
            reportUnknown(member, suggestion: suggestion, keys: keys)
            if let suggestion { misspelt.insert(suggestion) }
        }
    }

    /// The value under `key`; reports when it is missing, unless a misspelt key has been reported in its place.
    func required(_ key: String) -> FieldReader? {
        precondition(shape[key]?.isRequired == true, "`\(key)` is not a required key of \(path)")
        return needed(key)
    }

    /// The value under a key that the table leaves optional and other values of this object ask for; reports when it is
    /// missing.
    func needed(_ key: String) -> FieldReader? {
        if let field = optional(key) { return field }
        guard !misspelt.contains(key) else { return nil }
        remarks.add(
            Diagnostic(
                .error,
                code: PolicyCode.missing.rawValue,
                file: remarks.file,
                start: node.start,
                field: field(key),
                message: "\(field(key)) is missing"
            )
        )
        return nil
    }

    /// The value under `key`, or nil without a remark.
    func optional(_ key: String) -> FieldReader? {
        guard let form = shape[key]?.form else { preconditionFailure("`\(key)` is not a key of \(path)") }
        return node[key].map { FieldReader(node: $0, path: field(key), form: form, remarks: remarks) }
    }

    /// The object under `key`; reports when it is missing.
    func requiredObject(_ key: String) -> ObjectReader? { required(key).flatMap { $0.object() } }

    func field(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    private func reportUnknown(_ member: DocumentMember, suggestion: String?, keys: [String]) {
        let list = keys.sorted().joined(separator: ", ")
        remarks.add(
            Diagnostic(
                .error,
                code: PolicyCode.unknownKey.rawValue,
                file: remarks.file,
                start: member.keyStart,
                end: member.keyEnd,
                field: field(member.key),
                message: "unknown key `\(member.key)`",
                hint: suggestion.map { "did you mean `\($0)`?" },
                notes: ["keys of \(path.isEmpty ? "the document" : path): \(list)"]
            )
        )
    }
}
