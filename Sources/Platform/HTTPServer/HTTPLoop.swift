internal import CLinux
internal import Glibc
internal import Synchronization

/// One thread around one epoll set. Connections belong to the loop that adopted them; others reach it by its mailbox.
///
// SAFETY: everything but `context`, `mailbox`, `load` and `descriptors` is touched by the loop's own thread alone.
final class HTTPLoop: @unchecked Sendable {
    enum Post: Sendable {
        case adopt(descriptor: Int32, peer: String)
        case answer(token: UInt64, HTTPResponse)
        case chunk(token: UInt64, [UInt8])
        case streamEnd(token: UInt64, isWhole: Bool)
        case stop(deadline: ContinuousClock.Instant)
    }

    private struct Mailbox: Sendable {
        var posts: [Post] = []
        var isRaised = false
        var isClosed = false
    }

    private struct Descriptors: Sendable {
        let epoll: Int32
        let wake: Int32
    }

    let context: HTTPServerContext
    /// Connections adopted or on their way here.
    let load = Atomic<Int>(0)
    private let mailbox = Locked(Mailbox())
    private let descriptors: Descriptors
    private let ownThread = Atomic<UInt>(0)

    /// The loop that accepts has the listener and knows all loops.
    private var listener: HTTPListener?
    private var isListening = false
    private var siblings: [HTTPLoop] = []
    private var slots: [HTTPConnection?] = []
    private var freeSlots: [Int] = []
    private var generation: UInt64 = 0
    private var nextSweep: ContinuousClock.Instant = .now
    private var dateSecond = 0
    private var dateBytes: [UInt8] = []

    var now: ContinuousClock.Instant = .now
    /// Connections with more to read than one turn may take.
    var unfinished: [UInt64] = []
    var receiveBuffer = [UInt8](repeating: 0, count: 65_536)
    var handlersRunning = 0
    /// The answer of a handler that never suspended.
    var inlineAnswer: HTTPResponse?
    var isAnsweringInline = false
    var stopDeadline: ContinuousClock.Instant?

    init(context: HTTPServerContext) throws(PlatformError) {
        self.context = context
        let epoll = torii_epoll_open()
        let wake = torii_event_open()
        guard epoll >= 0, wake >= 0, torii_epoll_add(epoll, wake, torii_readable, 0) == 0 else {
            if epoll >= 0 { close(epoll) }
            if wake >= 0 { close(wake) }
            throw PlatformError(.libraryFailed, "an event loop cannot be made: too many open files")
        }
        descriptors = Descriptors(epoll: epoll, wake: wake)
    }

    deinit {
        close(descriptors.epoll)
        close(descriptors.wake)
    }

    /// Makes this the loop that accepts. Before its thread starts.
    func accept(from listener: HTTPListener, for loops: [HTTPLoop]) {
        self.listener = listener
        siblings = loops
    }

    /// Whether the caller is this loop's thread.
    var isOwnThread: Bool { ownThread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// False when the loop has ended.
    @discardableResult
    func post(_ post: Post) -> Bool {
        mailbox.withLock { mailbox in
            if mailbox.isClosed { return false }
            mailbox.posts.append(post)
            if !mailbox.isRaised {
                mailbox.isRaised = true
                torii_event_raise(descriptors.wake)
            }
            return true
        }
    }

    /// The thread's body: until stopped.
    func run() {
        ownThread.store(UInt(pthread_self()), ordering: .relaxed)
        var events = unsafe [epoll_event](repeating: epoll_event(), count: 256)
        startListening()
        while !isFinished {
            let count = unsafe torii_epoll_wait(descriptors.epoll, &events, 256, waitMilliseconds)
            now = .now
            for index in 0..<max(0, Int(count)) {
                let token = unsafe events[index].data.u64
                let happened = unsafe events[index].events
                switch token {
                case 0: torii_event_clear(descriptors.wake)
                case 1: acceptConnections()
                default: connection(token).map { ready($0, events: happened) }
                }
            }
            takePosts()
            let again = unfinished
            unfinished.removeAll(keepingCapacity: true)
            for token in again { connection(token).map { proceed($0) } }
            if now >= nextSweep { sweepAll() }
        }
        end()
    }

    func connection(_ token: UInt64) -> HTTPConnection? {
        let slot = Int(token & 0xFFFF_FFFF) - 2
        guard slot >= 0, slot < slots.count, let connection = slots[slot], connection.token == token else { return nil }
        return connection
    }

    func forEachConnection(_ body: (HTTPConnection) -> Void) {
        for index in slots.indices {
            if let connection = slots[index] { body(connection) }
        }
    }

    /// Frees the connection's place. Its descriptor is closed, which also takes it out of the epoll set.
    func forget(_ connection: HTTPConnection) {
        let slot = Int(connection.token & 0xFFFF_FFFF) - 2
        slots[slot] = nil
        freeSlots.append(slot)
        count(connection, held: 0)
        // An answer that was cut must not read as whole.
        if !connection.hasOutput { connection.tls?.end() }
        close(connection.descriptor)
        load.subtract(1, ordering: .relaxed)
        context.connections.subtract(1, ordering: .relaxed)
    }

    /// The Date header's value, made once a second.
    var date: [UInt8] {
        let second = time(nil)
        if second != dateSecond {
            dateSecond = second
            dateBytes = Array(HTTPDate.text(second).utf8)
        }
        return dateBytes
    }

    /// Stops accepting; the socket and its file are gone afterwards.
    func stopListening() {
        guard let listener else { return }
        // Whoever has connected is still served: closing the listener would reset them.
        if isListening {
            acceptConnections()
            torii_epoll_remove(descriptors.epoll, listener.descriptor)
        }
        isListening = false
        listener.close()
        self.listener = nil
        siblings = []
    }

    private var isFinished: Bool {
        guard let stopDeadline else { return false }
        return now >= stopDeadline || slots.count == freeSlots.count && handlersRunning == 0
    }

    private var waitMilliseconds: Int32 {
        if !unfinished.isEmpty { return 0 }
        if slots.count == freeSlots.count, stopDeadline == nil, listener == nil || isListening { return -1 }
        let wait = min(nextSweep, stopDeadline ?? nextSweep) - now
        return Int32(max(1, min(1000, wait / .milliseconds(1) + 1)))
    }

    private func startListening() {
        guard let listener, !isListening else { return }
        isListening = torii_epoll_add(descriptors.epoll, listener.descriptor, torii_readable, 1) == 0
    }

    private func acceptConnections() {
        guard let listener else { return }
        for _ in 0..<64 {
            var address = sockaddr_storage()
            let descriptor = unsafe torii_accept(listener.descriptor, &address)
            if descriptor == -EINTR || descriptor == -ECONNABORTED { continue }
            if descriptor == -EAGAIN { return }
            guard descriptor >= 0 else {
                // Out of descriptors or memory: look again at the next sweep instead of spinning.
                torii_epoll_remove(descriptors.epoll, listener.descriptor)
                isListening = false
                return
            }
            guard context.connections.load(ordering: .relaxed) < context.configuration.maxConnections else {
                turnAway(descriptor)
                continue
            }
            // At the end the siblings may be gone.
            let others = stopDeadline == nil ? siblings : []
            let target = others.min { $0.load.load(ordering: .relaxed) < $1.load.load(ordering: .relaxed) } ?? self
            context.connections.add(1, ordering: .relaxed)
            target.load.add(1, ordering: .relaxed)
            let peer = peerText(address)
            if target === self {
                adopt(descriptor, peer: peer)
            } else if !target.post(.adopt(descriptor: descriptor, peer: peer)) {
                target.drop(descriptor)
            }
        }
    }

    private func peerText(_ address: sockaddr_storage) -> String {
        var address = address
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        unsafe torii_address_text(&address, &text)
        let peer = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return peer.isEmpty ? "local" : peer
    }

    /// Answers 503 as far as the socket takes it, and closes. Nobody shakes hands to be turned away: TLS just ends.
    private func turnAway(_ descriptor: Int32) {
        guard context.configuration.tls == nil else {
            close(descriptor)
            return
        }
        let full = HTTPRefusal(status: 503, code: "overloaded", detail: "there are too many connections")
        var response = context.refusal(full)
        response.headers.append((name: "Retry-After", value: "1"))
        guard case .bytes(let body) = response.body else { return }
        var output: [UInt8] = []
        let encoding = HTTPResponseEncoder.Context(isHead: false, minorVersion: 1, keepsAlive: false)
        HTTPResponseEncoder.append(response, body: body, date: date, context: encoding, to: &output)
        _ = unsafe output.withUnsafeBytes { unsafe torii_send(descriptor, $0.baseAddress, $0.count) }
        torii_shutdown_writing(descriptor)
        close(descriptor)
    }

    /// Closes what was accepted and never became a connection.
    private func drop(_ descriptor: Int32) {
        close(descriptor)
        load.subtract(1, ordering: .relaxed)
        context.connections.subtract(1, ordering: .relaxed)
    }

    private func adopt(_ descriptor: Int32, peer: String) {
        let tls = context.configuration.tls?.session(descriptor: descriptor)
        guard tls != nil || context.configuration.tls == nil else { return drop(descriptor) }
        let slot = freeSlots.popLast() ?? slots.count
        if slot == slots.count { slots.append(nil) }
        generation = (generation + 1) & 0x7FFF_FFFF
        let token = generation << 32 | UInt64(slot + 2)
        let connection = HTTPConnection(
            descriptor: descriptor,
            token: token,
            peer: peer,
            tls: tls,
            limits: context.limits,
            now: now
        )
        slots[slot] = connection
        let events = torii_readable | torii_writable | torii_edge_triggered
        if torii_epoll_add(descriptors.epoll, descriptor, events, token) != 0 { forget(connection) }
    }

    private func takePosts() {
        let posts = mailbox.withLock { mailbox in
            mailbox.isRaised = false
            let posts = mailbox.posts
            mailbox.posts.removeAll()
            return posts
        }
        for post in posts {
            switch post {
            case .adopt(let descriptor, let peer): adopt(descriptor, peer: peer)
            case .answer(let token, let response): answered(token, response)
            case .chunk(let token, let bytes): connection(token).map { chunk(bytes, to: $0) }
            case .streamEnd(let token, let isWhole): connection(token).map { endStream($0, isWhole: isWhole) }
            case .stop(let deadline): stop(deadline)
            }
        }
    }

    private func sweepAll() {
        nextSweep = now + context.sweepInterval
        startListening()
        forEachConnection { sweep($0) }
    }

    private func end() {
        let left = mailbox.withLock { mailbox in
            mailbox.isClosed = true
            let posts = mailbox.posts
            mailbox.posts = []
            return posts
        }
        for post in left {
            switch post {
            case .adopt(let descriptor, _): close(descriptor)
            case .answer(_, let response):
                context.inFlight.subtract(1, ordering: .relaxed)
                response.flow?.lift()
            case .chunk, .streamEnd, .stop: break
            }
        }
        stopListening()
        forEachConnection { disconnect($0) }
    }
}
