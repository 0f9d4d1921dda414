internal import CLinux
internal import TLS

/// One connection as its loop sees it. Touched by the loop's thread alone.
final class HTTPConnection {
    enum Phase {
        /// Reading requests, or waiting for one.
        case reading
        /// A handler runs; nothing is read meanwhile.
        case handling(HTTPResponseEncoder.Context)
        case streaming(HTTPResponseEncoder.StreamFraming, HTTPStreamFlow, Task<Void, Never>)
        /// Answered for the last time: what still comes is thrown away, so that the answer is not lost in a reset.
        case lingering(until: ContinuousClock.Instant, bytesLeft: Int)
    }

    let descriptor: Int32
    let token: UInt64
    let peer: String
    /// Nil in plain text.
    var tls: TLSSession?
    var phase = Phase.reading
    var reader: HTTPRequestReader
    var output: [UInt8] = []
    var sent = 0
    /// Close once the output is written.
    var closesAfterOutput = false
    /// Whether bytes of a body that nobody will read may still come.
    var expectsUnreadBody = false
    /// The kernel may have bytes for us.
    var isReadable = false
    var isWritable = true
    /// The client sends no more.
    var isPeerDone = false
    /// The end of what the client sends has been announced.
    var isEndNear = false
    var isClosed = false
    var keepsAliveAfterStream = false
    /// The current stream ends by itself: like any answer it is waited for when the server stops.
    var streamEnds = false
    /// Answers in the output that are not wholly with the kernel.
    var unwrittenAnswers = 0
    /// Chunks of the current stream in the output.
    var unwrittenChunks = 0

    // What the sweep compares with.
    var position = HTTPRequestReader.Position.between
    var positionSince: ContinuousClock.Instant
    var isFresh = true
    var windowStart: ContinuousClock.Instant
    var windowBytes = 0
    var outputWindowStart: ContinuousClock.Instant?
    var outputWindowBytes = 0
    /// What the reader holds, as far as the server's sum has it.
    var heldBytes = 0

    init(
        descriptor: Int32,
        token: UInt64,
        peer: String,
        tls: TLSSession?,
        limits: HTTPRequestReader.Limits,
        now: ContinuousClock.Instant
    ) {
        self.descriptor = descriptor
        self.token = token
        self.peer = peer
        self.tls = tls
        reader = HTTPRequestReader(limits: limits)
        positionSince = now
        windowStart = now
    }

    var hasOutput: Bool { sent < output.count }

    /// Bytes received, 0 at the end, or a negative errno.
    func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        if let tls { return unsafe tls.receive(buffer) }
        return unsafe torii_receive(descriptor, buffer.baseAddress, buffer.count)
    }

    /// Bytes taken, or a negative errno.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        if let tls { return unsafe tls.send(bytes) }
        return unsafe torii_send(descriptor, bytes.baseAddress, bytes.count)
    }

    /// Nothing more is sent.
    func endSending() {
        tls?.end()
        torii_shutdown_writing(descriptor)
    }

    /// After all output is written.
    func emptyOutput() {
        // Room for a usual answer is kept, room for a large one given back.
        if output.capacity > 65_536 { output = [] } else { output.removeAll(keepingCapacity: true) }
        sent = 0
        outputWindowStart = nil
    }

    /// Notes where in a request the connection stands, for the sweep.
    func note(_ now: ContinuousClock.Instant, restart: Bool = false) {
        let current = reader.position
        guard restart || current != position else { return }
        position = current
        positionSince = now
        windowStart = now
        windowBytes = 0
        if current != .between { isFresh = false }
    }
}
