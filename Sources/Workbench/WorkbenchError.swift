/// Why something could not be looked at: a file, its labels, a price that is missing.
package struct WorkbenchError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// A file or folder that cannot be read, or holds nothing to look at.
        case unreadable
        /// A line of a list that does not say what it must.
        case malformed
        /// The policy folder lacks a contract, model or price.
        case unpriced
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
