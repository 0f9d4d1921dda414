/// Time limits, and stopping.
extension HTTPLoop {
    /// A connection that never sent a byte is not kept as long as one that proved itself.
    private static var freshLimit: Duration { .seconds(60) }
    /// When places get scarce, idle connections give theirs up.
    private static var crowdedLimit: Duration { .seconds(5) }
    /// For the first byte of a connection that was made just before the end.
    private static var lastLimit: Duration { .milliseconds(250) }

    /// Ends what is too slow. Deadlines are totals: dripping bytes does not move them.
    func sweep(_ connection: HTTPConnection) {
        if connection.hasOutput, isOutputStalled(connection) { return disconnect(connection) }
        switch connection.phase {
        case .lingering(let until, _): if now >= until { disconnect(connection) }
        case .handling, .streaming: break
        case .reading:
            guard !connection.closesAfterOutput else { return }
            let elapsed = now - connection.positionSince
            switch connection.position {
            case .between:
                let isIdle = elapsed >= idleLimit(connection) || isIdleAtStop(connection)
                if isIdle, !connection.hasOutput { disconnect(connection) }
            case .head:
                guard elapsed >= context.configuration.headerDeadline else { return }
                // Nothing but empty lines is no request that could be answered.
                if connection.reader.hasBuffered { refuse(connection, .headersTooSlow) } else { disconnect(connection) }
            case .body:
                if elapsed >= context.configuration.bodyDeadline { return refuse(connection, .bodyTooSlow) }
                checkBodyRate(connection)
            }
        }
    }

    /// Whether the server is stopping and nothing more is to be expected here.
    func isIdleAtStop(_ connection: HTTPConnection) -> Bool {
        guard stopDeadline != nil, connection.position == .between, !connection.hasOutput else { return false }
        return !connection.isFresh || now - connection.positionSince >= Self.lastLimit
    }

    private func idleLimit(_ connection: HTTPConnection) -> Duration {
        let configuration = context.configuration
        let isCrowded = context.connections.load(ordering: .relaxed) > configuration.maxConnections * 4 / 5
        let limit = isCrowded ? Self.crowdedLimit : connection.isFresh ? Self.freshLimit : configuration.idleTimeout
        // Shaking hands is part of the first request's head.
        let isShaking = connection.tls.map { !$0.isShaken } ?? false
        return min(limit, isShaking ? configuration.headerDeadline : configuration.idleTimeout)
    }

    private func checkBodyRate(_ connection: HTTPConnection) {
        let elapsed = now - connection.windowStart
        guard elapsed >= context.configuration.bodyGrace else { return }
        if isTooSlow(bytes: connection.windowBytes, in: elapsed) { return refuse(connection, .bodyTooSlow) }
        connection.windowStart = now
        connection.windowBytes = 0
    }

    /// A client must also read its answer at the rate at which it must write its body.
    private func isOutputStalled(_ connection: HTTPConnection) -> Bool {
        guard let start = connection.outputWindowStart else {
            connection.outputWindowStart = now
            connection.outputWindowBytes = 0
            return false
        }
        let elapsed = now - start
        guard elapsed >= context.configuration.bodyGrace else { return false }
        if isTooSlow(bytes: connection.outputWindowBytes, in: elapsed) { return true }
        connection.outputWindowStart = now
        connection.outputWindowBytes = 0
        return false
    }

    /// Brings the server's sum of held bytes up to date with what the connection holds.
    func count(_ connection: HTTPConnection, held: Int) {
        guard held != connection.heldBytes else { return }
        context.heldBytes.add(held - connection.heldBytes, ordering: .relaxed)
        connection.heldBytes = held
    }

    /// Whether `more` bytes would be too many for the server as a whole.
    func isFull(with more: Int = 0) -> Bool {
        context.heldBytes.load(ordering: .relaxed) + more > context.configuration.maxHeldBytes
    }

    private func isTooSlow(bytes: Int, in elapsed: Duration) -> Bool {
        let needed = Double(context.configuration.minBodyBytesPerSecond) * (elapsed / .seconds(1))
        return Double(bytes) < needed
    }

    /// Takes no more connections, ends the idle ones and the streams; the rest may finish until `deadline`.
    func stop(_ deadline: ContinuousClock.Instant) {
        stopDeadline = deadline
        stopListening()
        forEachConnection { connection in
            switch connection.phase {
            case .reading:
                // A request may have come in this moment: it is still answered.
                connection.isReadable = true
                proceed(connection)
            case .streaming: if !connection.streamEnds { endStream(connection) }
            case .lingering(let until, let bytesLeft):
                connection.phase = .lingering(until: min(until, now + .seconds(1)), bytesLeft: bytesLeft)
            case .handling: break
            }
        }
    }
}
