internal import Glibc
internal import Synchronization

/// An HTTP/1.1 server on epoll threads of its own, in plain text or over TLS. Each request's handler runs in a task.
///
/// Requests that two readers could understand differently are refused (RFC 9112 §11), never repaired.
package final class HTTPServer: Sendable {
    package struct Configuration: Sendable {
        package enum Address: Sendable {
            /// Port 0: any free one.
            case tcp(host: String, port: Int)
            /// Created readable and writable by the owner alone; removed on stop.
            case unix(path: String)
        }

        package var address: Address
        /// Nil: plain text.
        package var tls: TLSIdentity?
        package var threads: Int
        package var maxConnections: Int
        package var maxBodyBytes: Int
        package var maxHeaderBytes: Int
        /// Total time from the first byte of a request to the end of its headers; also of a TLS handshake.
        package var headerDeadline: Duration
        /// A body slower than this over any whole grace period is ended with 408.
        package var minBodyBytesPerSecond: Int
        package var bodyGrace: Duration
        /// Total time from the end of the headers to the end of the body.
        package var bodyDeadline: Duration
        /// Bytes of request bodies that all connections and their handlers may hold together; beyond it, bodies are
        /// refused with 503.
        package var maxHeldBytes: Int
        package var idleTimeout: Duration

        package init(
            address: Address,
            tls: TLSIdentity? = nil,
            threads: Int = 2,
            maxConnections: Int = 4096,
            maxBodyBytes: Int = 26_000_000,
            maxHeaderBytes: Int = 16_384,
            headerDeadline: Duration = .seconds(20),
            minBodyBytesPerSecond: Int = 1024,
            bodyGrace: Duration = .seconds(15),
            bodyDeadline: Duration = .seconds(300),
            maxHeldBytes: Int = 536_870_912,
            idleTimeout: Duration = .seconds(310)
        ) {
            self.address = address
            self.tls = tls
            self.threads = threads
            self.maxConnections = maxConnections
            self.maxBodyBytes = maxBodyBytes
            self.maxHeaderBytes = maxHeaderBytes
            self.headerDeadline = headerDeadline
            self.minBodyBytesPerSecond = minBodyBytesPerSecond
            self.bodyGrace = bodyGrace
            self.bodyDeadline = bodyDeadline
            self.maxHeldBytes = maxHeldBytes
            self.idleTimeout = idleTimeout
        }
    }

    private enum Life: Sendable {
        case running
        case stopping(loopsLeft: Int, [CheckedContinuation<Void, Never>])
        case stopped
    }

    private let context: HTTPServerContext
    private let loops: [HTTPLoop]
    private let threads: [HTTPThread]
    private let life: Locked<Life>

    /// The bound TCP port; 0 on a Unix socket.
    package let port: Int

    /// Starts listening. Throws `addressInUse` when the address is taken, else `cannotListen` or `libraryFailed`.
    ///
    /// - Parameters:
    ///   - admission: sees each request that has a body before the body is read (its `body` is empty); an answer from
    ///     it is sent instead of reading on (and instead of `100 Continue`). Runs on a loop's thread: it must not wait.
    ///   - refusal: the answer to what never becomes a request, as bytes; problem+json unless given.
    ///   - handler: starts on the thread of the connection's loop and has it until it first suspends: no blocking call
    ///     and no long computation before that. Runs to its end even when the client leaves.
    package init(
        _ configuration: Configuration,
        admission: (@Sendable (HTTPRequest) -> HTTPResponse?)? = nil,
        refusal: @escaping @Sendable (HTTPRefusal) -> HTTPResponse = { $0.problem },
        handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
    ) throws(PlatformError) {
        Self.raiseDescriptorLimit()
        let context = HTTPServerContext(
            configuration: configuration,
            handler: handler,
            admission: admission,
            refusal: refusal
        )
        var loops: [HTTPLoop] = []
        for _ in 0..<max(1, configuration.threads) { loops.append(try HTTPLoop(context: context)) }
        let listener = try HTTPListener(configuration.address)
        port = listener.port
        loops[0].accept(from: listener, for: loops)
        let life = Locked(Life.running)
        var threads: [HTTPThread] = []
        do {
            // The loop that accepts comes last: when it runs, all run.
            for (index, loop) in loops.enumerated().reversed() {
                let thread = try HTTPThread(name: "http-\(index)") {
                    loop.run()
                    Self.loopEnded(life)
                }
                threads.append(thread)
            }
        } catch {
            listener.close()
            for loop in loops { loop.post(.stop(deadline: .now)) }
            for thread in threads { thread.join() }
            throw error
        }
        self.context = context
        self.loops = loops
        self.threads = threads
        self.life = life
    }

    deinit {
        let isRunning = life.withLock { life in
            if case .running = life { true } else { false }
        }
        guard isRunning else { return }
        for loop in loops { loop.post(.stop(deadline: .now)) }
        for thread in threads { thread.detach() }
    }

    /// Requests whose answer is not yet written.
    package var inFlight: Int { context.inFlight.load(ordering: .relaxed) }

    /// Waits until no request is in flight but streams, at most until `deadline`, still accepting: so that a load balancer that asks
    /// meanwhile hears that the server is about to go.
    package func quiet(by deadline: ContinuousClock.Instant) async {
        while inFlight > context.streams.load(ordering: .relaxed), ContinuousClock.now < deadline {
            try? await Task.sleep(for: .milliseconds(20))  // Cancelled: then it looks more often.
        }
    }

    /// Bytes of request bodies held now.
    package var heldBytes: Int { context.heldBytes.load(ordering: .relaxed) }

    /// Stops accepting, waits for the requests in flight (at most `grace`), then closes everything.
    ///
    /// Idle connections and endless streams end at once. Handlers that outlast `grace` run on; their answers are dropped.
    package func stop(grace: Duration) async {
        let isFirst = life.withLock { life in
            guard case .running = life else { return false }
            life = .stopping(loopsLeft: loops.count, [])
            return true
        }
        if isFirst {
            let deadline = ContinuousClock.now + grace
            for loop in loops { loop.post(.stop(deadline: deadline)) }
        }
        await withCheckedContinuation { continuation in
            let isOver = life.withLock { life in
                guard case .stopping(let left, let waiters) = life, left > 0 else { return true }
                life = .stopping(loopsLeft: left, waiters + [continuation])
                return false
            }
            if isOver { continuation.resume() }
        }
        guard isFirst else { return }
        // They have ended but for their last instructions.
        for thread in threads { thread.join() }
        life.withLock { $0 = .stopped }
    }

    private static func loopEnded(_ life: Locked<Life>) {
        let waiters = life.withLock { life in
            guard case .stopping(let left, let waiters) = life else { return [CheckedContinuation<Void, Never>]() }
            life = .stopping(loopsLeft: left - 1, left == 1 ? [] : waiters)
            return left == 1 ? waiters : []
        }
        for waiter in waiters { waiter.resume() }
    }

    /// The usual 1,024 are too few for a server.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
