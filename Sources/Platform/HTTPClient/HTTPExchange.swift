/// One call on its way. Touched by the driver's thread alone once it is posted.
///
// SAFETY: handed over through the driver's locked queue, then confined to its thread.
final class HTTPExchange: @unchecked Sendable {
    enum Receiver {
        /// Gets everything at the end.
        case whole(CheckedContinuation<Result<HTTPClient.Response, HTTPClient.Failure>, Never>)
        /// Gets the head when it is there, then the body as it comes.
        case pieces(CheckedContinuation<Result<HTTPClient.Stream, HTTPClient.Failure>, Never>)
    }

    let request: HTTPClient.Request
    let deadline: ContinuousClock.Instant
    private let receiver: Receiver
    /// Tells the driver that the reader has made room. Set before it is posted.
    var resume: @Sendable (HTTPExchange) -> Void = { _ in }

    /// So much of a body by pieces may wait for its reader.
    private static let heldLimit = 262_144
    private struct Held: Sendable {
        var bytes = 0
        var isPaused = false
    }
    private let held = Locked(Held())
    /// When the other side was last heard; nil before the request is sent, and while it waits for the reader.
    private var heardAt: ContinuousClock.Instant?

    /// Set once the head of an answer by pieces is handed over.
    private var pieces: AsyncThrowingStream<[UInt8], any Error>.Continuation?

    private var status = 0
    private var headers: [(name: String, value: String)] = []
    private var body: [UInt8] = []
    private var received = 0
    /// Set just before curl hands the first request byte to a connection.
    private(set) var isDispatched = false
    private(set) var isTooLarge = false
    /// Enough was read of an error; the rest is left.
    private(set) var isCutShort = false
    private(set) var isResent = false

    init(_ request: HTTPClient.Request, deadline: ContinuousClock.Instant, receiver: Receiver) {
        self.request = request
        self.deadline = deadline
        self.receiver = receiver
    }

    /// The answer is complete. Called once, or `fail` is.
    func finish(status: Int) {
        switch receiver {
        case .whole(let continuation):
            continuation.resume(
                returning: .success(
                    HTTPClient.Response(status: status, headers: headers, body: body, isCutShort: isCutShort)
                )
            )
        case .pieces:
            handOverHead()
            pieces?.finish()
        }
    }

    func fail(_ kind: HTTPClient.Failure.Kind, _ message: String) {
        let failure = HTTPClient.Failure(kind: kind, dispatched: isDispatched, message: message)
        switch receiver {
        case .whole(let continuation): continuation.resume(returning: .failure(failure))
        case .pieces(let continuation):
            if let pieces {
                pieces.finish(throwing: failure)
            } else {
                continuation.resume(returning: .failure(failure))
            }
        }
    }

    private func handOverHead() {
        guard pieces == nil, case .pieces(let continuation) = receiver else { return }
        let (queue, pieces) = AsyncThrowingStream.makeStream(of: [UInt8].self, throwing: (any Error).self)
        // Dropped unread, it takes all that comes.
        pieces.onTermination = { [weak self] _ in self?.taken(.max / 2) }
        self.pieces = pieces
        let stream = AsyncThrowingStream<[UInt8], any Error> { [self] in
            for try await piece in queue {
                taken(piece.count)
                return piece
            }
            return nil
        }
        continuation.resume(
            returning: .success(HTTPClient.Stream(status: status, headers: headers, body: stream))
        )
    }

    var isByPieces: Bool { if case .pieces = receiver { true } else { false } }

    /// When it ends at the latest.
    var end: ContinuousClock.Instant {
        guard let heardAt, let silence = request.silence else { return deadline }
        return min(deadline, heardAt + (received == 0 ? silence.first : silence.between))
    }

    func hear() { heardAt = .now }

    /// Whether the reader comes first: then the same bytes are brought again once it has made room.
    func waits() -> Bool {
        guard pieces != nil else { return false }
        let waits = held.withLock { held in
            held.isPaused = held.bytes >= Self.heldLimit
            return held.isPaused
        }
        if waits { heardAt = nil }
        return waits
    }

    /// The reader's side.
    private func taken(_ count: Int) {
        let goesOn = held.withLock { held in
            held.bytes -= count
            guard held.isPaused, held.bytes < Self.heldLimit else { return false }
            held.isPaused = false
            return true
        }
        if goesOn { resume(self) }
    }

    /// A connection is there and the request goes out now. False: it must not.
    ///
    /// When a kept-alive connection turns out dead, curl sends the request again on a new one. Then the first may have
    /// been worked on, and paid for, already: only what is safe to repeat (RFC 9110 §9.2.1) is.
    func willSend() -> Bool {
        if isDispatched, !["GET", "HEAD", "OPTIONS"].contains(request.method) {
            isResent = true
            return false
        }
        isDispatched = true
        hear()
        return true
    }

    /// One header line as it came, with its line end. A status line begins a new set: what came before was interim.
    func receive(headerLine bytes: Span<UInt8>) {
        hear()
        var end = bytes.count
        while end > 0, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        let line = unsafe bytes.extracting(0..<end).withUnsafeBufferPointer { unsafe Array($0) }
        if line.starts(with: "HTTP/".utf8) {
            headers.removeAll()
            status = Self.status(of: line)
            return
        }
        if line.isEmpty, status >= 200 { handOverHead() }
        // Trailers come after the body; they are not headers.
        guard received == 0, pieces == nil, let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
            return
        }
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let value = line[(colon + 1)...].drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        let name = line[..<colon].map(HTTPBytes.lowercased)
        headers.append((name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
    }

    /// The answer's head says that its body is larger than allowed: of an error the head is enough.
    func receiveOversize() { isCutShort = errorLimit != nil }

    /// What is read of the answer that has begun, where it is an error and the request says how much.
    private var errorLimit: Int? { (200...299).contains(status) ? nil : request.maxErrorBytes }

    /// Body bytes. False when there are more than allowed, or more than is to be read.
    func receive(bodyBytes bytes: Span<UInt8>) -> Bool {
        if let limit = errorLimit, bytes.count > limit - received {
            isCutShort = true
            take(bytes.extracting(0..<(limit - received)))
            return false
        }
        guard bytes.count <= request.maxResponseBytes - received else {
            isTooLarge = true
            return false
        }
        take(bytes)
        return true
    }

    private func take(_ bytes: Span<UInt8>) {
        received += bytes.count
        hear()
        unsafe bytes.withUnsafeBufferPointer { buffer in
            if let pieces {
                held.withLock { $0.bytes += buffer.count }
                pieces.yield(unsafe Array(buffer))
            } else {
                unsafe body.append(contentsOf: buffer)
            }
        }
    }

    /// Of `HTTP/1.1 200 OK` and `HTTP/2 200`; 0 when there is none.
    private static func status(of line: [UInt8]) -> Int {
        let digits = line.drop { $0 != 0x20 }.dropFirst().prefix(3)
        return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }
}
