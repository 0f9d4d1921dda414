/// Reads JSON with positions.
package enum DocumentReader {
    package enum Dialect: Sendable {
        /// RFC 8259 to the letter, for the wire: UTF-8 (a byte-order mark is allowed), no comments, no trailing commas,
        /// no NaN, no lone surrogates, no duplicate keys. Reading stops at the first syntax error.
        case json
        /// JSON5, for operators' files. `Infinity` and `NaN` are refused, since no setting may be one. All mistakes are
        /// reported, at most ``mostMistakes``.
        case json5
    }

    /// The document, or every mistake in it.
    package struct Result: Sendable {
        /// Nil when there is at least one mistake.
        package let root: DocumentNode?
        /// In the order of the document.
        package let diagnostics: [Diagnostic]

        package init(root: DocumentNode?, diagnostics: [Diagnostic]) {
            self.root = root
            self.diagnostics = diagnostics
        }
    }

    /// Reading gives up after so many mistakes.
    package static let mostMistakes = 100

    /// The deepest nesting any caller may ask for. Reading takes no stack for it; comparing, hashing and writing what was
    /// read take up to 2 KB a level (measured: 256 levels in 512 KB, without optimisation).
    package static let deepestNesting = 256

    /// More values than this, unless the caller allows more, are a mistake: one takes some 300 bytes, and the text of one
    /// takes two.
    package static let mostValues = 250_000

    /// A longer number is a mistake.
    package static let longestNumber = 1_000

    /// Reads `bytes`. Codes of the mistakes: `json.syntax`, `json.duplicate-key`, `json.depth`, `json.size`,
    /// `json.encoding`, `json.number` (also for a number beyond the range of a double).
    ///
    /// A mistake starts at the first byte of the token that is wrong. Keys are compared as Swift compares strings, so two
    /// spellings of one key that differ in Unicode composition only are duplicates too.
    ///
    /// - Parameters:
    ///   - file: Named in the diagnostics.
    ///   - maxValues: Values past it are a mistake, objects and arrays among them.
    ///   - maxDepth: Nesting past it is a mistake, never a stack overflow; held to 0...``deepestNesting``.
    /// Complexity: linear in the number of bytes.
    package static func read(
        _ bytes: [UInt8],
        file: String,
        dialect: Dialect,
        maxDepth: Int = 64,
        maxValues: Int = mostValues
    ) -> Result {
        var parser = DocumentParser(
            bytes: bytes,
            file: file,
            strict: dialect == .json,
            maxDepth: min(max(maxDepth, 0), deepestNesting),
            maxValues: maxValues
        )
        let root = parser.document()
        let mistakes = parser.diagnostics
        return Result(root: mistakes.isEmpty ? root : nil, diagnostics: mistakes.sortedByPosition())
    }
}
