/// Turns the bytes of one connection into requests: a state machine without I/O or clock.
struct HTTPRequestReader {
    struct Limits: Sendable {
        var maxHeaderBytes: Int
        var maxBodyBytes: Int
        /// Of the request line.
        var maxLineBytes: Int { min(8192, maxHeaderBytes) }
    }

    enum Event {
        case needsMore
        /// The head of a request whose body is still to come; `next()` goes on with the body.
        case head(HTTPHead)
        case request(HTTPHead, body: [UInt8])
        /// The connection's bytes make no sense any more: answer once, then close.
        case refused(HTTPRefusal)
    }

    enum Position: Equatable {
        /// Between requests, no byte of the next one seen.
        case between
        case head
        case body
    }

    private enum State {
        case head
        case fixed(HTTPHead, remaining: Int)
        case chunked(HTTPHead, HTTPChunkReader)
        case refused
    }

    /// How far the search for the end of the head has come.
    private struct Scan {
        var position = 0
        var lineStart = 0
        var firstLineDone = false
    }

    private let limits: Limits
    private var state = State.head
    private var buffer: [UInt8] = []
    private var start = 0
    private var scan = Scan()
    private var body: [UInt8] = []
    /// Empty lines before a request line: they are nothing yet, but they start its clock.
    private var hasSkippedLines = false

    init(limits: Limits) { self.limits = limits }

    var position: Position {
        switch state {
        case .head: buffer.count > start || hasSkippedLines ? .head : .between
        case .fixed, .chunked: .body
        case .refused: .between
        }
    }

    /// Bytes that arrived and are not yet used.
    var hasBuffered: Bool { buffer.count > start }

    /// Bytes kept here: of a body, and those not yet used.
    var heldBytes: Int { body.count + buffer.count - start }

    /// Forgets all and reads no more.
    mutating func abandon() {
        state = .refused
        buffer = []
        body = []
        start = 0
    }

    /// The next bytes of the connection. Only after `next()` said `needsMore`.
    mutating func append(_ bytes: Span<UInt8>) {
        switch state {
        case .refused: return
        case .fixed(let head, let remaining) where start == buffer.count:
            // The usual way of a large body: straight to its place.
            let count = min(remaining, bytes.count)
            unsafe bytes.extracting(0..<count).withUnsafeBufferPointer { unsafe body.append(contentsOf: $0) }
            state = .fixed(head, remaining: remaining - count)
            if count < bytes.count { buffered(bytes.extracting(count..<bytes.count)) }
        default: buffered(bytes)
        }
    }

    private mutating func buffered(_ bytes: Span<UInt8>) {
        if start > 0, start == buffer.count || start > 65_536 {
            if buffer.capacity > 262_144, start == buffer.count {
                buffer = []
            } else {
                buffer.removeFirst(start)
            }
            scan.position -= start
            scan.lineStart -= start
            start = 0
        }
        unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
    }

    /// What the bytes so far amount to.
    mutating func next() -> Event {
        switch state {
        case .refused: return .needsMore
        case .head: return nextHead()
        case .fixed(let head, var remaining):
            let count = min(remaining, buffer.count - start)
            if count > 0 {
                body.append(contentsOf: buffer[start..<(start + count)])
                skip(count)
                remaining -= count
                state = .fixed(head, remaining: remaining)
            }
            return remaining == 0 ? completed(head) : .needsMore
        case .chunked(let head, var chunks):
            var position = start
            var taken: [UInt8] = []
            swap(&taken, &body)
            let progress = chunks.read(buffer.span, at: &position, into: &taken)
            body = taken
            skip(position - start)
            state = .chunked(head, chunks)
            switch progress {
            case .needsMore: return .needsMore
            case .complete: return completed(head)
            case .malformed: return refused(.malformed("the chunked body is malformed"))
            case .tooLarge: return refused(.bodyTooLarge)
            }
        }
    }

    private mutating func nextHead() -> Event {
        // RFC 9112 §2.2: empty lines before a request line are skipped.
        while !scan.firstLineDone, scan.position <= start + 1, buffer.count >= start + 2,
            buffer[start] == HTTPBytes.carriageReturn, buffer[start + 1] == HTTPBytes.lineFeed
        {
            skip(2)
            hasSkippedLines = true
        }
        let end: Int
        var scan = scan
        let scanned = Self.endOfHead(buffer.span, from: start, scan: &scan, limits: limits)
        self.scan = scan
        switch scanned {
        case .refused(let refusal): return refused(refusal)
        case .value(nil): return .needsMore
        case .value(.some(let found)): end = found
        }
        let parsed = HTTPHeadParser.parse(buffer.span.extracting(start..<end), maxBodyBytes: limits.maxBodyBytes)
        skip(end - start)
        switch parsed {
        case .refused(let refusal): return refused(refusal)
        case .value(let head):
            switch head.framing {
            case .length(0): return completed(head)
            case .length(let length):
                // A claim is no reason to allocate much: the rest grows as it comes.
                body.reserveCapacity(min(length, 262_144))
                state = .fixed(head, remaining: length)
            case .chunked:
                state = .chunked(head, HTTPChunkReader(maxBodyBytes: limits.maxBodyBytes))
            }
            return .head(head)
        }
    }

    /// Where the head ends, nil when it has not all come. Checks line ends, control characters and sizes on the way.
    private static func endOfHead(
        _ bytes: Span<UInt8>,
        from start: Int,
        scan: inout Scan,
        limits: Limits
    ) -> HTTPParsed<Int?> {
        var index = scan.position
        var line = scan.lineStart
        defer {
            scan.position = index
            scan.lineStart = line
        }
        if index == start, index < bytes.count, !HTTPBytes.isToken(bytes[index]),
            bytes[index] != HTTPBytes.carriageReturn || bytes.count > index + 1
        {
            return .refused(.malformed("this is no HTTP request"))
        }
        if index > start, index < bytes.count, bytes[index - 1] == HTTPBytes.carriageReturn,
            bytes[index] != HTTPBytes.lineFeed
        {
            return .refused(.malformed("a carriage return stands alone"))
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x20 || byte == 0x7F {
                if byte == HTTPBytes.lineFeed {
                    guard index > line, bytes[index - 1] == HTTPBytes.carriageReturn else {
                        return .refused(.malformed("a line does not end in CRLF"))
                    }
                    if !scan.firstLineDone {
                        if index - start > limits.maxLineBytes { return .refused(.targetTooLong) }
                        scan.firstLineDone = true
                    } else if index - 1 == line {
                        return index + 1 - start > limits.maxHeaderBytes
                            ? .refused(.headersTooLarge) : .value(index + 1)
                    }
                    line = index + 1
                } else if byte == HTTPBytes.carriageReturn {
                    if index + 1 < bytes.count, bytes[index + 1] != HTTPBytes.lineFeed {
                        return .refused(.malformed("a carriage return stands alone"))
                    }
                } else if byte != 0x09 {
                    return .refused(.malformed("there is a control character"))
                }
            }
            index += 1
        }
        if !scan.firstLineDone, index - start > limits.maxLineBytes { return .refused(.targetTooLong) }
        return index - start > limits.maxHeaderBytes ? .refused(.headersTooLarge) : .value(nil)
    }

    private mutating func completed(_ head: HTTPHead) -> Event {
        let whole = body
        body = []
        state = .head
        hasSkippedLines = false
        scan = Scan(position: start, lineStart: start)
        return .request(head, body: whole)
    }

    private mutating func refused(_ refusal: HTTPRefusal) -> Event {
        abandon()
        return .refused(refusal)
    }

    private mutating func skip(_ count: Int) {
        start += count
        scan.position = start
        scan.lineStart = start
    }
}
