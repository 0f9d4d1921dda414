package import Platform

/// A log that remembers, for tests.
package final class RecordedLog: Sendable {
    package struct Line: Sendable, Hashable {
        package let level: Log.Level
        package let message: String
        package let fields: [String: Log.Value]

        package init(level: Log.Level, message: String, fields: [String: Log.Value]) {
            self.level = level
            self.message = message
            self.fields = fields
        }
    }

    private let recorded = Locked<[Line]>([])

    package init() {}

    /// Hand this to what is tested.
    package var log: Log {
        Log { [recorded] level, message, fields in
            // Of two fields of one name the last is what a reader of the line sees.
            let fields = Dictionary(fields.map { ($0.0, $0.1) }, uniquingKeysWith: { $1 })
            recorded.withLock { $0.append(Line(level: level, message: message, fields: fields)) }
        }
    }

    /// Everything logged so far, in order.
    package var lines: [Line] { recorded.withLock { $0 } }

    /// Messages alone.
    package var messages: [String] { lines.map(\.message) }
}
