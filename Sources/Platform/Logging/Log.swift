/// One line a record on standard error: JSON, or text on a terminal. Fields never hold secrets, pixels or positions.
package struct Log: Sendable {
    package enum Level: String, Sendable { case debug, info, warning, error }

    package enum Value: Sendable {
        case text(String)
        case integer(Int64)
        case double(Double)
        case flag(Bool)
    }

    /// Where lines go.
    package let write: @Sendable (_ level: Level, _ message: String, _ fields: [(String, Value)]) -> Void

    package init(write: @escaping @Sendable (Level, String, [(String, Value)]) -> Void) { self.write = write }

    package func info(_ message: String, _ fields: [(String, Value)] = []) { write(.info, message, fields) }
    package func warning(_ message: String, _ fields: [(String, Value)] = []) { write(.warning, message, fields) }
    package func error(_ message: String, _ fields: [(String, Value)] = []) { write(.error, message, fields) }

    /// Drops everything.
    package static let silent = Log { _, _, _ in }
}
