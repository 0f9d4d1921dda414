/// What the ledger refused or could not do.
package struct LedgerError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// Another process writes to this data folder.
        case locked
        /// The disk or the database failed.
        case storage
        /// A row that must not exist twice.
        case duplicate
        case notFound
        /// The base revision moved.
        case stale
        /// Money that does not tie.
        case invariant
        /// The file was written by another version of Torii.
        case schema
    }

    package let code: Code
    /// Carries the SQL where there is one, never its arguments.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
