import Documents
import Platform

/// Passes requests on and writes them down: the recorder without its socket.
final class RecordingProxy: Sendable {
    private let target: String
    private let scrubber: Scrubber
    private let file: AppendFile
    private let http: HTTPClient
    private let pool = BlockingPool(threads: 1, name: "emu-record")

    /// Headers of a request that mean something to the service. Those of the connection are our own.
    private static let passed = ["content-type", "x-goog-api-key", "authorization", "x-server-timeout", "user-agent"]
    private static let passedPrefixes = ["x-goog-"]
    /// Headers of an answer that are written down.
    private static let written = ["content-type", "retry-after", "x-goog-upload-status"]
    private static let largestAnswer = 64 << 20

    init(target: String, scrubber: Scrubber, file: AppendFile, http: HTTPClient) {
        self.target = target
        self.scrubber = scrubber
        self.file = file
        self.http = http
    }

    func close() { http.close() }

    func response(to request: HTTPRequest) async -> HTTPResponse {
        let begun = ContinuousClock.now
        let outgoing = HTTPClient.Request(
            method: request.method,
            url: target + RecordingProxy.escaped(request.path, keeping: "/:") + RecordingProxy.query(request.query),
            headers: request.headers.filter { header in
                Self.passed.contains(header.name) || Self.passedPrefixes.contains { header.name.hasPrefix($0) }
            },
            body: request.body,
            maxResponseBytes: Self.largestAnswer
        )
        switch await http.stream(of: outgoing, deadline: begun + .seconds(600)) {
        case .failure(let failure): return unreachable(failure)
        case .success(let answer):
            let asked = Asked(request: request, begun: begun)
            return Self.isStream(request, answer) ? relayed(answer, asked) : await passedOn(answer, asked)
        }
    }

    /// A request on its way.
    private struct Asked: Sendable {
        let request: HTTPRequest
        let begun: ContinuousClock.Instant
    }

    private static func isStream(_ request: HTTPRequest, _ answer: HTTPClient.Stream) -> Bool {
        request.path.hasSuffix(":streamGenerateContent")
            || answer.headers.contains { $0.name == "content-type" && $0.value.hasPrefix("text/event-stream") }
    }

    private func unreachable(_ failure: HTTPClient.Failure) -> HTTPResponse {
        EmulatedService.response(
            GoogleError(code: 502, status: "UNAVAILABLE", message: "\(target): \(failure.message)")
        )
    }

    /// Written down first: an answer that is passed on is in the record.
    private func passedOn(_ answer: HTTPClient.Stream, _ asked: Asked) async -> HTTPResponse {
        var body: [UInt8] = []
        do {
            for try await piece in answer.body { body += piece }
        } catch {
            let failure = error as? HTTPClient.Failure
            return unreachable(failure ?? HTTPClient.Failure(kind: .other, dispatched: true, message: "\(error)"))
        }
        guard await isWritten(answer, body, asked) else {
            return EmulatedService.response(
                GoogleError(code: 500, status: "INTERNAL", message: "The record cannot be written.")
            )
        }
        return HTTPResponse(status: answer.status, headers: headers(of: answer, asked), body: .bytes(body))
    }

    /// Passed on piece by piece as it comes, and written down at its end. What breaks off, or cannot be written, breaks
    /// off here too.
    private func relayed(_ answer: HTTPClient.Stream, _ asked: Asked) -> HTTPResponse {
        let (stream, pieces) = AsyncStream.makeStream(of: [UInt8].self)
        let isWhole = Locked(false)
        let flow = HTTPStreamFlow()
        Task {
            var body: [UInt8] = []
            do {
                for try await piece in answer.body {
                    body += piece
                    await flow.admission()
                    pieces.yield(piece)
                }
                let isWritten = await isWritten(answer, body, asked)
                isWhole.withLock { $0 = isWritten }
            } catch {
                // Its reader learns of it by the missing end.
            }
            pieces.finish()
        }
        var response = HTTPResponse(
            status: answer.status,
            headers: headers(of: answer, asked),
            body: .stream(stream)
        )
        response.flow = flow
        response.isBrokenOff = { isWhole.withLock { !$0 } }
        return response
    }

    private func isWritten(_ answer: HTTPClient.Stream, _ body: [UInt8], _ asked: Asked) async -> Bool {
        let took = (ContinuousClock.now - asked.begun).components
        let line =
            exchange(
                asked.request,
                HTTPClient.Response(status: answer.status, headers: answer.headers, body: body),
                milliseconds: took.seconds * 1_000 + took.attoseconds / 1_000_000_000_000_000
            ).json.encoded() + [0x0A]
        let file = self.file
        return await pool.run { () -> Bool in
            do throws(PlatformError) {
                try file.append(line)
                return true
            } catch {
                return false
            }
        }
    }

    private func headers(of answer: HTTPClient.Stream, _ asked: Asked) -> [(name: String, value: String)] {
        var headers = answer.headers.filter { header in
            header.name.hasPrefix("x-goog-upload-") || ["content-type", "retry-after"].contains(header.name)
        }
        // What is uploaded next is to pass here too.
        for index in headers.indices where headers[index].name == "x-goog-upload-url" {
            headers[index].value = headers[index].value.replacing(
                target,
                with: "http://\(asked.request.header("host") ?? "127.0.0.1")"
            )
        }
        return headers
    }

    private func exchange(_ request: HTTPRequest, _ answer: HTTPClient.Response, milliseconds: Int64) -> Exchange {
        let secrets = RecordingProxy.secrets(of: request)
        return Exchange(
            method: request.method,
            path: request.path,
            query: scrubber.query(request.query),
            requestBody: scrubber.request(request.body, secrets: secrets),
            status: answer.status,
            headers: answer.headers.filter { Self.written.contains($0.name) }.map {
                JSON.Member($0.name, .string($0.value))
            },
            responseBody: scrubber.response(answer.body, secrets: secrets),
            milliseconds: milliseconds
        )
    }

    /// Every text in a request that gives a right.
    static func secrets(of request: HTTPRequest) -> [String] {
        var secrets = [request.header("x-goog-api-key"), request.queryItem("key"), request.queryItem("access_token")]
        secrets.append(request.header("authorization").map { String($0.drop { $0 != " " }.dropFirst()) })
        return secrets.compactMap(\.self).filter { !$0.isEmpty }
    }

    private static func query(_ items: [(name: String, value: String)]) -> String {
        guard !items.isEmpty else { return "" }
        return "?" + items.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
    }

    /// Percent-encoded but for what needs none (RFC 3986 §2.3).
    private static func escaped(_ text: String, keeping kept: String = "") -> String {
        var out = ""
        for byte in text.utf8 {
            let character = Character(Unicode.Scalar(byte))
            if byte < 0x80,
                character.isLetter || character.isNumber || "-._~".contains(character)
                    || kept.contains(character)
            {
                out.append(character)
            } else {
                out += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return out
    }
}
