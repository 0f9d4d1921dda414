/// One line a record on standard error: JSON, or text on a terminal. Fields never hold secrets, pixels or positions.
package struct Log: Sendable {
    package enum Level: String, Sendable, CaseIterable, Comparable {
        case debug, info, warning, error

        package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .debug: 0
            case .info: 1
            case .warning: 2
            case .error: 3
            }
        }
    }

    package enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int64)
        case double(Double)
        case flag(Bool)
    }

    /// Where lines go.
    package let write: @Sendable (_ level: Level, _ message: String, _ fields: [(String, Value)]) -> Void

    package init(write: @escaping @Sendable (Level, String, [(String, Value)]) -> Void) { self.write = write }

    package func debug(_ message: String, _ fields: [(String, Value)] = []) { write(.debug, message, fields) }
    package func info(_ message: String, _ fields: [(String, Value)] = []) { write(.info, message, fields) }
    package func warning(_ message: String, _ fields: [(String, Value)] = []) { write(.warning, message, fields) }
    package func error(_ message: String, _ fields: [(String, Value)] = []) { write(.error, message, fields) }

    /// Drops everything.
    package static let silent = Log { _, _, _ in }
}
