internal import Synchronization

/// What all loops of one server share.
final class HTTPServerContext: Sendable {
    typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse
    typealias Admission = @Sendable (HTTPRequest) -> HTTPResponse?
    typealias Refusal = @Sendable (HTTPRefusal) -> HTTPResponse

    let configuration: HTTPServer.Configuration
    let handler: Handler
    let admission: Admission?
    let refusal: Refusal
    let inFlight = Atomic<Int>(0)
    /// Of those in flight, answers that stream until someone ends them.
    let streams = Atomic<Int>(0)
    let connections = Atomic<Int>(0)
    /// Bytes of bodies, whole or in part, with connections and handlers.
    let heldBytes = Atomic<Int>(0)

    init(
        configuration: HTTPServer.Configuration,
        handler: @escaping Handler,
        admission: Admission?,
        refusal: @escaping Refusal
    ) {
        self.configuration = configuration
        self.handler = handler
        self.admission = admission
        self.refusal = refusal
    }

    var limits: HTTPRequestReader.Limits {
        HTTPRequestReader.Limits(
            maxHeaderBytes: configuration.maxHeaderBytes,
            maxBodyBytes: configuration.maxBodyBytes
        )
    }

    /// How often connections are looked at: often enough for the shortest limit, and never late by more than a bit.
    var sweepInterval: Duration {
        let shortest = min(
            configuration.headerDeadline,
            configuration.bodyGrace,
            configuration.bodyDeadline,
            configuration.idleTimeout
        )
        return max(.milliseconds(10), min(.milliseconds(500), shortest / 4))
    }
}
