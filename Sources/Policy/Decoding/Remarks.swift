import Documents

/// Collects what there is to say about one document while it is decoded. Lives inside one call.
final class Remarks {
    let file: String
    private(set) var diagnostics: [Diagnostic] = []

    init(file: String) { self.file = file }

    var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

    func error(
        _ code: PolicyCode,
        at node: DocumentNode?,
        field: String,
        _ message: String,
        hint: String? = nil,
        notes: [String] = []
    ) {
        note(.error, code, at: node, field: field, message, hint: hint, notes: notes)
    }

    func warning(
        _ code: PolicyCode,
        at node: DocumentNode?,
        field: String,
        _ message: String,
        hint: String? = nil
    ) {
        note(.warning, code, at: node, field: field, message, hint: hint, notes: [])
    }

    private func note(
        _ severity: Diagnostic.Severity,
        _ code: PolicyCode,
        at node: DocumentNode?,
        field: String,
        _ message: String,
        hint: String?,
        notes: [String]
    ) {
        diagnostics.append(
            Diagnostic(
                severity,
                code: code.rawValue,
                file: file,
                start: node?.start,
                end: node?.end,
                field: field,
                message: message,
                hint: hint,
                notes: notes
            )
        )
    }
}

extension DocumentNode {
    /// The value as a message shows it.
    var shown: String {
        switch value {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): number.text
        case .string(let text): "`\(text.count > 40 ? text.prefix(39) + "…" : text)`"
        case .array(let items):
            if items.isEmpty {
                "an empty list"
            } else if items.count <= 4, items.allSatisfy(\.isScalar) {
                "[\(items.map(\.shown).joined(separator: ", "))]"
            } else {
                "a list"
            }
        case .object(let members): members.isEmpty ? "an empty object" : "an object"
        }
    }

    private var isScalar: Bool { array == nil && object == nil }
}
