internal import CLinux
internal import Glibc
internal import Synchronization

/// From bytes to handlers.
extension HTTPLoop {
    /// Receives in one turn, so that one upload does not hold up the other connections of the loop.
    private static var receivesPerTurn: Int { 16 }
    /// Output that a client who pipelines may leave unread before we stop reading its requests.
    private static var outputLimit: Int { 262_144 }

    /// The kernel says that something happened.
    func ready(_ connection: HTTPConnection, events: UInt32) {
        if events & torii_hung_up != 0 {
            switch connection.phase {
            case .reading: connection.isReadable = true
            case .handling, .streaming, .lingering:
                disconnect(connection)
                return
            }
        }
        if events & torii_readable != 0 {
            connection.isReadable = true
            // EPOLLRDHUP: the end is there to be read even after a short read.
            if events & EPOLLRDHUP.rawValue != 0 { connection.isEndNear = true }
        }
        if events & torii_writable != 0 { connection.isWritable = true }
        // With TLS each direction may have waited for the other.
        if connection.tls != nil { (connection.isReadable, connection.isWritable) = (true, true) }
        proceed(connection)
    }

    /// Does what can be done without waiting.
    func proceed(_ connection: HTTPConnection) {
        if connection.hasOutput { flush(connection) }
        if connection.isClosed { return }
        switch connection.phase {
        case .reading: readRequests(connection)
        case .lingering: discard(connection)
        case .handling, .streaming: break
        }
    }

    private func readRequests(_ connection: HTTPConnection) {
        var receivesLeft = Self.receivesPerTurn
        reading: while case .reading = connection.phase, !connection.closesAfterOutput {
            if connection.output.count - connection.sent > Self.outputLimit {
                flush(connection)
                if connection.isClosed || connection.hasOutput { return }
            }
            switch connection.reader.next() {
            case .request(let head, let body): start(head, body: body, on: connection)
            case .head(let head): begin(head, on: connection)
            case .refused(let refusal): refuse(connection, refusal)
            case .needsMore:
                connection.note(now)
                guard connection.isReadable, !connection.closesAfterOutput else {
                    if isIdleAtStop(connection) { return disconnect(connection) }
                    break reading
                }
                if receivesLeft == 0 {
                    unfinished.append(connection.token)
                    break reading
                }
                receivesLeft -= 1
                receive(connection)
                if connection.isClosed { return }
                count(connection, held: connection.reader.heldBytes)
                if connection.reader.position == .body, isFull() { refuse(connection, .bodiesTooMany) }
            }
        }
        if connection.isClosed { return }
        if connection.hasOutput || connection.closesAfterOutput { flush(connection) }
    }

    private func receive(_ connection: HTTPConnection) {
        let capacity = receiveBuffer.count
        let count = unsafe receiveBuffer.withUnsafeMutableBytes { buffer in
            let count = unsafe connection.receive(buffer)
            if count > 0 {
                let received = unsafe UnsafeRawBufferPointer(rebasing: buffer[0..<count])
                unsafe connection.reader.append(Span(_unsafeBytes: received))
            }
            return count
        }
        if count > 0 {
            // A short read has emptied the socket; with TLS it is a record, and the next may be there.
            if count < capacity, !connection.isEndNear, connection.tls == nil { connection.isReadable = false }
            connection.windowBytes += count
        } else if count == 0 {
            // What is half there never becomes a request; what is owed is still written.
            connection.isPeerDone = true
            connection.isReadable = false
            connection.closesAfterOutput = true
            if !connection.hasOutput { disconnect(connection) }
        } else if count == -EAGAIN {
            connection.isReadable = false
        } else if count == -EPROTONOSUPPORT {
            // Somebody who speaks plain HTTP understands nothing else.
            connection.tls = nil
            refuse(connection, .plainText)
        } else if count != -EINTR {
            disconnect(connection)
        }
    }

    /// A head whose body is still to come: the last moment to refuse without reading it.
    private func begin(_ head: HTTPHead, on connection: HTTPConnection) {
        connection.note(now)
        if case .length(let length) = head.framing, isFull(with: length) {
            refuse(connection, .bodiesTooMany)
        } else if let admission = context.admission, let response = admission(request(head, body: [], on: connection)),
            case .bytes(let body) = response.body
        {
            let encoding = HTTPResponseEncoder.Context(
                isHead: head.method == "HEAD",
                minorVersion: head.minorVersion,
                keepsAlive: false
            )
            answerLast(connection, response, body: body, context: encoding)
        } else if head.expectsContinue, !connection.reader.hasBuffered {
            connection.output.append(contentsOf: HTTPResponseEncoder.goOn)
            flush(connection)
        }
    }

    private func request(_ head: HTTPHead, body: [UInt8], on connection: HTTPConnection) -> HTTPRequest {
        HTTPRequest(
            method: head.method,
            path: head.path,
            query: head.query,
            headers: head.headers,
            body: body,
            bodyComplete: .now,
            peer: connection.peer
        )
    }

    private func start(_ head: HTTPHead, body: [UInt8], on connection: HTTPConnection) {
        let encoding = HTTPResponseEncoder.Context(
            isHead: head.method == "HEAD",
            minorVersion: head.minorVersion,
            keepsAlive: head.keepsAlive
        )
        connection.phase = .handling(encoding)
        handlersRunning += 1
        context.inFlight.add(1, ordering: .relaxed)
        let request = request(head, body: body, on: connection)
        let token = connection.token
        // The body is the handler's now.
        let held = body.count
        context.heldBytes.add(held, ordering: .relaxed)
        count(connection, held: connection.reader.heldBytes)
        // Starts here and now: a handler that never suspends has answered when this returns, without a thread hop.
        Task.immediateDetached { [context] in
            let response = await context.handler(request)
            context.heldBytes.subtract(held, ordering: .relaxed)
            self.deliver(response, to: token)
        }
        if let response = inlineAnswer {
            inlineAnswer = nil
            isAnsweringInline = true
            answered(token, response)
            isAnsweringInline = false
        }
    }

    /// From the handler's task, on whatever thread it ended.
    private func deliver(_ response: HTTPResponse, to token: UInt64) {
        if isOwnThread {
            inlineAnswer = response
        } else if !post(.answer(token: token, response)) {
            response.flow?.lift()
            context.inFlight.subtract(1, ordering: .relaxed)
        }
    }

    /// Answers what never becomes a request, once, and ends the connection.
    func refuse(_ connection: HTTPConnection, _ refusal: HTTPRefusal) {
        let response = context.refusal(refusal)
        guard case .bytes(let body) = response.body else { return disconnect(connection) }
        let encoding = HTTPResponseEncoder.Context(isHead: false, minorVersion: 1, keepsAlive: false)
        answerLast(connection, response, body: body, context: encoding)
    }

    private func answerLast(
        _ connection: HTTPConnection,
        _ response: HTTPResponse,
        body: [UInt8],
        context encoding: HTTPResponseEncoder.Context
    ) {
        HTTPResponseEncoder.append(response, body: body, date: date, context: encoding, to: &connection.output)
        connection.closesAfterOutput = true
        connection.expectsUnreadBody = true
        connection.reader.abandon()
        count(connection, held: 0)
        flush(connection)
    }
}
