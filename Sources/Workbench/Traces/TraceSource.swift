package import Control
package import Platform

/// A trace in whichever form its file has: a JSON object a line, or the columns of the fixtures.
package enum TraceSource {
    case lines(TraceReader)
    case columns(CompactTrace)

    /// Of columns, which are read whole: some 20 million uploads.
    private static let mostColumnBytes = 256 << 20

    /// Throws `missing` or `cannotRead`: a device, no permission, columns that are too long or not whole.
    package init(_ path: String) throws(PlatformError) {
        let pieces = try FilePieces(path)
        var begun: [UInt8] = []
        while begun.count < CompactTrace.mark.count {
            let piece = try pieces.next()
            if piece.isEmpty { break }
            begun += piece
        }
        guard begun.starts(with: CompactTrace.mark) else {
            self = .lines(TraceReader(pieces, begun: begun))
            return
        }
        while begun.count <= Self.mostColumnBytes {
            let piece = try pieces.next()
            if piece.isEmpty { break }
            begun += piece
        }
        guard begun.count <= Self.mostColumnBytes, let trace = CompactTrace(begun) else {
            throw PlatformError(.cannotRead, "cannot read `\(path)`: its columns are not whole")
        }
        self = .columns(trace)
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
