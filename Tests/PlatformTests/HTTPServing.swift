import Platform
import TestSupport
import Testing

/// A server on a free port with the limits a test wants, and its end.
func withServer<Value>(
    tls files: TestIdentity? = nil,
    identity: TLSIdentity? = nil,
    threads: Int = 2,
    maxConnections: Int = 4096,
    maxBodyBytes: Int = 1_000_000,
    headerDeadline: Duration = .seconds(20),
    minBodyBytesPerSecond: Int = 1024,
    bodyGrace: Duration = .seconds(15),
    bodyDeadline: Duration = .seconds(300),
    maxHeldBytes: Int = 100_000_000,
    idleTimeout: Duration = .seconds(60),
    admission: (@Sendable (HTTPRequest) -> HTTPResponse?)? = nil,
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse = echo,
    _ body: (HTTPServer) async throws -> Value
) async throws -> Value {
    let configuration = HTTPServer.Configuration(
        address: .tcp(host: "127.0.0.1", port: 0),
        tls: try identity ?? files.map { try TLSIdentity($0.files) },
        threads: threads,
        maxConnections: maxConnections,
        maxBodyBytes: maxBodyBytes,
        headerDeadline: headerDeadline,
        minBodyBytesPerSecond: minBodyBytesPerSecond,
        bodyGrace: bodyGrace,
        bodyDeadline: bodyDeadline,
        maxHeldBytes: maxHeldBytes,
        idleTimeout: idleTimeout
    )
    let server = try HTTPServer(configuration, admission: admission, handler: handler)
    do {
        let value = try await body(server)
        await server.stop(grace: .seconds(5))
        return value
    } catch {
        await server.stop(grace: .zero)
        throw error
    }
}

/// Answers with what came in.
@Sendable func echo(_ request: HTTPRequest) async -> HTTPResponse {
    var text = "\(request.method) \(request.path)"
    for (name, value) in request.query { text += " \(name)=\(value)" }
    text += " \(request.body.count)"
    return HTTPResponse(
        status: 200,
        headers: [(name: "Content-Type", value: "text/plain")],
        body: .bytes(Array(text.utf8))
    )
}

/// A gate that handlers wait at until the test opens it.
final class HTTPGate: Sendable {
    private struct State: Sendable {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var arrivals = 0
        var watchers: [(Int, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    /// A handler's part: says that it is here, and waits.
    func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, seen) = state.withLock { state in
                state.arrivals += 1
                if !state.isOpen { state.waiting.append(continuation) }
                let arrivals = state.arrivals
                let seen = state.watchers.filter { $0.0 <= arrivals }.map(\.1)
                state.watchers.removeAll { $0.0 <= arrivals }
                return (state.isOpen, seen)
            }
            for watcher in seen { watcher.resume() }
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until `count` handlers have come.
    func arrivals(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.arrivals < count { state.watchers.append((count, continuation)) }
                return state.arrivals >= count
            }
            if isThere { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            let waiting = state.waiting
            state.waiting = []
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
