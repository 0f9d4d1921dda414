/// Reads JSON with positions.
package enum DocumentReader {
    package enum Dialect: Sendable {
        /// RFC 8259 to the letter, for the wire: UTF-8 (a byte-order mark is allowed), no comments, no trailing commas,
        /// no NaN, no lone surrogates, no duplicate keys.
        case json
        /// JSON5, for operators' files.
        case json5
    }

    /// The document, or every mistake in it.
    package struct Result: Sendable {
        /// Nil when there is at least one mistake.
        package let root: DocumentNode?
        package let diagnostics: [Diagnostic]

        package init(root: DocumentNode?, diagnostics: [Diagnostic]) {
            self.root = root
            self.diagnostics = diagnostics
        }
    }

    /// Reads `bytes`. Codes of the mistakes: `json.syntax`, `json.duplicate-key`, `json.depth`, `json.encoding`,
    /// `json.number`.
    ///
    /// - Parameters:
    ///   - file: Named in the diagnostics.
    ///   - maxDepth: Nesting past it is a mistake, never a stack overflow.
    /// Complexity: linear in the number of bytes.
    package static func read(
        _ bytes: [UInt8],
        file: String,
        dialect: Dialect,
        maxDepth: Int = 64
    ) -> Result {
        Result(root: nil, diagnostics: [])
    }
}
