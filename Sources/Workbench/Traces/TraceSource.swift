package import Control

/// A trace in whichever form its file has: a JSON object a line, or the columns of the fixtures.
package enum TraceSource {
    case lines(TraceReader)
    case columns(CompactTrace)

    package init(_ bytes: [UInt8]) {
        self = CompactTrace(bytes).map { .columns($0) } ?? .lines(TraceReader(bytes))
    }

    /// The next row; nil at the end.
    package mutating func next() throws(TraceReader.Mistake) -> TraceRow? {
        switch self {
        case .lines(var reader):
            defer { self = .lines(reader) }
            return try reader.next()
        case .columns(var trace):
            defer { self = .columns(trace) }
            return trace.next()
        }
    }

    /// Of the last row.
    package var id: ArraySlice<UInt8> {
        switch self {
        case .lines(let reader): reader.bytes[reader.id]
        case .columns(let trace): Array(trace.id.utf8)[...]
        }
    }
}
