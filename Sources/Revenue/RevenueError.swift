/// Why an import of revenue was refused. Nothing of it is kept then.
package struct RevenueError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// No CSV, no JSON, or not of the report's form.
        case syntax
        /// A column or field that is not there, or a value that is none of its kind.
        case field
        /// A unit that cannot be told for sure.
        case unit
        /// No currency, or one without a dated rate.
        case currency
        /// Fewer rows than the report says it has.
        case truncated
        /// A profile that no row can be given to.
        case profile
        /// A day that two sources tell of, or one day told twice in one file.
        case coverage
        /// A sum beyond what can be counted.
        case range
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
