package import Documents

extension Diagnostic {
    /// For programs: the same facts as the text form.
    package var json: JSON {
        [
            "severity": .string(severity.rawValue),
            "code": .string(code),
            "file": .string(file),
            "line": start.map { .integer(Int64($0.line)) } ?? .null,
            "column": start.map { .integer(Int64($0.column)) } ?? .null,
            "field": .string(field),
            "message": .string(message),
            "hint": hint.map { .string($0) } ?? .null,
            "notes": .array(notes.map { .string($0) }),
        ]
    }
}
