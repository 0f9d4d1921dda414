internal import CLinux
internal import Glibc
internal import Synchronization

/// From handlers' answers to bytes, and the end of connections.
extension HTTPLoop {
    /// How long, and how much of, a body that nobody wants is read after its answer.
    private static var lingerForBody: Duration { .seconds(10) }
    private static var lingerBytes: Int { 67_108_864 }
    /// How long a client may take to close a connection that we have ended.
    private static var lingerForClose: Duration { .seconds(2) }

    /// A handler's answer. The connection may be gone by now: then it is dropped.
    func answered(_ token: UInt64, _ response: HTTPResponse) {
        handlersRunning -= 1
        guard let connection = connection(token), case .handling(let asked) = connection.phase else {
            context.inFlight.subtract(1, ordering: .relaxed)
            response.flow?.lift()
            return
        }
        let isInline = isAnsweringInline
        var encoding = asked
        if stopDeadline != nil || response.cutAfter != nil || asksToClose(response) { encoding.keepsAlive = false }
        switch response.body {
        case .bytes(let body):
            let start = connection.output.count
            HTTPResponseEncoder.append(response, body: body, date: date, context: encoding, to: &connection.output)
            if let kept = response.cutAfter {
                let missing = kept == 0 ? connection.output.count - start : max(0, body.count - kept)
                connection.output.removeLast(missing)
            }
            finishAnswer(connection, keepsAlive: encoding.keepsAlive)
        case .stream(let stream):
            startStream(stream, response, on: connection, context: encoding)
        }
        // An inline answer is flushed by the loop that reads requests, together with those of pipelined neighbours.
        if !isInline { proceed(connection) }
    }

    private func asksToClose(_ response: HTTPResponse) -> Bool {
        response.headers.contains { name, value in
            name.utf8.count == 10 && HTTPBytes.matches(name, "connection") && HTTPBytes.list(value).contains("close")
        }
    }

    private func finishAnswer(_ connection: HTTPConnection, keepsAlive: Bool) {
        connection.phase = .reading
        connection.unwrittenAnswers += 1
        if !keepsAlive { connection.closesAfterOutput = true }
        connection.note(now, restart: true)
    }

    private func startStream(
        _ stream: AsyncStream<[UInt8]>,
        _ response: HTTPResponse,
        on connection: HTTPConnection,
        context encoding: HTTPResponseEncoder.Context
    ) {
        let framing = HTTPResponseEncoder.appendStreamHead(
            response,
            date: date,
            context: encoding,
            to: &connection.output
        )
        if case .none = framing { return finishAnswer(connection, keepsAlive: encoding.keepsAlive) }
        let flow = response.flow ?? HTTPStreamFlow()
        let token = connection.token
        let keepsEveryChunk = response.flow != nil
        let isBrokenOff = response.isBrokenOff
        let task = Task.detached {
            for await bytes in stream where !bytes.isEmpty && (keepsEveryChunk || flow.admits()) {
                self.post(.chunk(token: token, bytes))
            }
            self.post(.streamEnd(token: token, isWhole: isBrokenOff?() != true))
        }
        connection.keepsAliveAfterStream = encoding.keepsAlive && encoding.minorVersion > 0
        connection.phase = .streaming(framing, flow, task)
        connection.streamEnds = keepsEveryChunk
        if keepsEveryChunk { return }
        context.streams.add(1, ordering: .relaxed)
        if stopDeadline != nil { endStream(connection) }
    }

    func chunk(_ bytes: [UInt8], to connection: HTTPConnection) {
        guard case .streaming(let framing, _, _) = connection.phase else { return }
        if case .chunked = framing {
            HTTPResponseEncoder.appendChunk(bytes, to: &connection.output)
        } else {
            connection.output.append(contentsOf: bytes)
        }
        connection.unwrittenChunks += 1
        flush(connection)
    }

    /// The stream has ended, or the server is stopping.
    func endStream(_ connection: HTTPConnection, isWhole: Bool = true) {
        guard case .streaming(let framing, _, _) = connection.phase else { return }
        leaveStream(connection)
        if isWhole, case .chunked = framing { connection.output.append(contentsOf: HTTPResponseEncoder.lastChunk) }
        connection.unwrittenChunks = 0
        finishAnswer(connection, keepsAlive: isWhole && connection.keepsAliveAfterStream && stopDeadline == nil)
        if !isAnsweringInline { proceed(connection) }
    }

    private func leaveStream(_ connection: HTTPConnection) {
        guard case .streaming(_, let flow, let task) = connection.phase else { return }
        task.cancel()
        flow.lift()
        if !connection.streamEnds { context.streams.subtract(1, ordering: .relaxed) }
    }

    /// Writes as much as the kernel takes. May close the connection.
    func flush(_ connection: HTTPConnection) {
        while connection.hasOutput, connection.isWritable {
            let sent = connection.sent
            let count = unsafe connection.output.withUnsafeBytes { bytes in
                unsafe connection.send(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
            }
            if count > 0 {
                connection.sent += count
                connection.outputWindowBytes += count
            } else if count == -EAGAIN {
                connection.isWritable = false
            } else if count != -EINTR {
                disconnect(connection)
                return
            }
        }
        guard !connection.hasOutput else { return }
        connection.emptyOutput()
        settle(connection)
        guard connection.closesAfterOutput, case .reading = connection.phase else { return }
        startLingering(connection)
    }

    private func settle(_ connection: HTTPConnection) {
        if connection.unwrittenAnswers > 0 {
            context.inFlight.subtract(connection.unwrittenAnswers, ordering: .relaxed)
            connection.unwrittenAnswers = 0
        }
        if connection.unwrittenChunks > 0, case .streaming(_, let flow, _) = connection.phase {
            flow.written(connection.unwrittenChunks)
            connection.unwrittenChunks = 0
        }
    }

    /// Closing a socket that has unread bytes resets it, and a reset can overtake the answer: so the client's bytes are
    /// read to their end, within bounds, before the close.
    private func startLingering(_ connection: HTTPConnection) {
        if connection.isPeerDone { return disconnect(connection) }
        connection.endSending()
        let wait =
            stopDeadline != nil
            ? .seconds(1) : connection.expectsUnreadBody ? Self.lingerForBody : Self.lingerForClose
        connection.phase = .lingering(until: now + wait, bytesLeft: Self.lingerBytes)
        discard(connection)
    }

    func discard(_ connection: HTTPConnection) {
        guard case .lingering(let until, var bytesLeft) = connection.phase else { return }
        for _ in 0..<16 where connection.isReadable {
            let count = unsafe receiveBuffer.withUnsafeMutableBytes { unsafe connection.receive($0) }
            if count == -EAGAIN {
                connection.isReadable = false
            } else if count > 0, bytesLeft > count {
                bytesLeft -= count
            } else if count != -EINTR {
                return disconnect(connection)
            }
        }
        connection.phase = .lingering(until: until, bytesLeft: bytesLeft)
        if connection.isReadable { unfinished.append(connection.token) }
    }

    /// Ends the connection now. A handler that runs for it goes on; its answer is dropped when it comes.
    func disconnect(_ connection: HTTPConnection) {
        guard !connection.isClosed else { return }
        connection.isClosed = true
        settle(connection)
        if case .streaming = connection.phase {
            leaveStream(connection)
            context.inFlight.subtract(1, ordering: .relaxed)
        }
        forget(connection)
    }
}
