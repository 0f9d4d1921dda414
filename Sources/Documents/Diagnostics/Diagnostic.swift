/// One remark about a document, in the form compilers use.
package struct Diagnostic: Sendable, Hashable {
    package enum Severity: String, Sendable {
        case error, warning, note
    }

    package let severity: Severity
    /// Stable and greppable: `policy.range`, `json.syntax`.
    package let code: String
    package let file: String
    /// Nil when it concerns the whole file.
    package let start: SourcePosition?
    package let end: SourcePosition?
    /// The dotted path of the field, such as `gate.sharpness.min`; empty for the document.
    package let field: String
    /// What is wrong, with the value found and what was expected.
    package let message: String
    /// What to write instead, shown under the caret.
    package let hint: String?
    /// More lines, such as the known keys.
    package let notes: [String]

    package init(
        _ severity: Severity,
        code: String,
        file: String,
        start: SourcePosition?,
        end: SourcePosition? = nil,
        field: String = "",
        message: String,
        hint: String? = nil,
        notes: [String] = []
    ) {
        self.severity = severity
        self.code = code
        self.file = file
        self.start = start
        self.end = end
        self.field = field
        self.message = message
        self.hint = hint
        self.notes = notes
    }
}
