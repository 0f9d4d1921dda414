import Documents
import Platform

/// Passes requests on and writes them down: the recorder without its socket.
final class RecordingProxy: Sendable {
    private let target: String
    private let scrubber: Scrubber
    private let file: AppendFile
    private let http = HTTPClient(connectTimeout: .seconds(10))
    private let pool = BlockingPool(threads: 1, name: "emu-record")

    /// Headers of a request that mean something to the service. Those of the connection are our own.
    private static let passed = ["content-type", "x-goog-api-key", "authorization", "x-server-timeout", "user-agent"]
    private static let passedPrefixes = ["x-goog-"]
    /// Headers of an answer that are written down.
    private static let written = ["content-type", "retry-after", "x-goog-upload-status"]
    private static let largestAnswer = 64 << 20

    init(target: String, scrubber: Scrubber, file: AppendFile) {
        self.target = target
        self.scrubber = scrubber
        self.file = file
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
        let answer: HTTPClient.Response
        switch await http.response(to: outgoing, deadline: begun + .seconds(600)) {
        case .success(let response): answer = response
        case .failure(let failure):
            return EmulatedService.response(
                GoogleError(code: 502, status: "UNAVAILABLE", message: "\(target): \(failure.message)")
            )
        }
        let took = (ContinuousClock.now - begun).components
        let line =
            exchange(
                request,
                answer,
                milliseconds: took.seconds * 1_000 + took.attoseconds / 1_000_000_000_000_000
            ).json.encoded() + [0x0A]
        let file = self.file
        let isWritten = await pool.run { () -> Bool in
            do throws(PlatformError) {
                try file.append(line)
                return true
            } catch {
                return false
            }
        }
        guard isWritten else {
            return EmulatedService.response(
                GoogleError(code: 500, status: "INTERNAL", message: "The record cannot be written.")
            )
        }
        var headers = answer.headers.filter { header in
            header.name.hasPrefix("x-goog-upload-") || ["content-type", "retry-after"].contains(header.name)
        }
        // What is uploaded next is to pass here too.
        for index in headers.indices where headers[index].name == "x-goog-upload-url" {
            headers[index].value = headers[index].value.replacing(
                target,
                with: "http://\(request.header("host") ?? "127.0.0.1")"
            )
        }
        return HTTPResponse(status: answer.status, headers: headers, body: .bytes(answer.body))
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
