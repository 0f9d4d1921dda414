import Documents
import Platform

extension EmulatedService {
    static func json(_ value: JSON) -> HTTPResponse { json(value.encoded(pretty: true)) }

    static func json(_ body: [UInt8], cutAfter: Int? = nil) -> HTTPResponse {
        response(status: 200, type: "application/json; charset=UTF-8", body: body, cutAfter: cutAfter)
    }

    static func response(_ error: GoogleError) -> HTTPResponse { response(error, form: .whole) }

    /// A refusal. Where an array was asked for it comes in one.
    static func response(_ error: GoogleError, form: AnswerForm) -> HTTPResponse {
        let body = form == .list ? JSON.array([error.json]).encoded(pretty: true) : error.body
        return response(status: error.code, type: "application/json; charset=UTF-8", body: body)
    }

    /// A scripted failure. 502 comes from a proxy, which answers in HTML.
    static func response(_ failure: Failure, _ error: GoogleError, form: AnswerForm) -> HTTPResponse {
        guard failure.status == 502 else { return response(error, form: form) }
        let page =
            "<!DOCTYPE html><html><title>Error 502 (Server Error)</title><p>Please try again in 30 seconds.</html>"
        return response(status: 502, type: "text/html; charset=UTF-8", body: Array(page.utf8))
    }

    /// Pieces over time.
    ///
    /// - Parameter holding: After so many of them, how to wait.
    static func stream(
        _ frames: [[UInt8]],
        pace: Duration?,
        holding: (after: Int, wait: @Sendable () async -> Void)?,
        type: String
    ) -> HTTPResponse {
        let stream = AsyncStream<[UInt8]> { continuation in
            guard pace != nil || holding != nil else {
                for frame in frames { continuation.yield(frame) }
                return continuation.finish()
            }
            let task = Task {
                for (index, frame) in frames.enumerated() {
                    // Cancelled: the client has left.
                    if index > 0, (try? await Task.sleep(for: pace ?? .zero)) == nil { break }
                    if index == holding?.after { await holding?.wait() }
                    continuation.yield(frame)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
        var response = response(status: 200, type: type, body: [])
        response.body = .stream(stream)
        response.flow = HTTPStreamFlow()
        return response
    }

    /// Bytes whose end is missing.
    static func cut(_ frames: [[UInt8]], type: String) -> HTTPResponse {
        let body = Array(frames.joined())
        return response(status: 200, type: type, body: body, cutAfter: body.count / 2)
    }

    static func response(status: Int, type: String, body: [UInt8], cutAfter: Int? = nil) -> HTTPResponse {
        var response = HTTPResponse(
            status: status,
            headers: [(name: "Content-Type", value: type), mark],
            body: .bytes(body)
        )
        response.cutAfter = cutAfter
        return response
    }
}
