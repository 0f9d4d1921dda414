import Documents
import Platform

/// A record to answer from: the replayer without its socket.
final class Replay: Sendable {
    private let answers: [String: [Exchange]]
    /// How often each was asked for.
    private let asked = Locked([String: Int]())
    /// Requests are compared without pictures, whether or not the record has them.
    private static let scrubber = Scrubber(keepsPictures: false)

    var count: Int { answers.values.reduce(0) { $0 + $1.count } }

    /// Throws `invalidRecord` naming the first line that is none.
    init(_ bytes: [UInt8], file: String) throws(EmulatorError) {
        var answers: [String: [Exchange]] = [:]
        for (index, line) in bytes.split(separator: 0x0A).enumerated() {
            let node = DocumentReader.read(Array(line), file: file, dialect: .json, maxDepth: 256).root
            guard let exchange = node.flatMap({ Exchange($0) }) else {
                throw EmulatorError(.invalidRecord, "\(file):\(index + 1): not an exchange of a record")
            }
            let known = Exchange(
                method: exchange.method,
                path: exchange.path,
                query: exchange.query,
                requestBody: exchange.requestBody.flatMap { Replay.scrubber.request($0.encoded(), secrets: []) },
                status: exchange.status,
                headers: [],
                responseBody: nil,
                milliseconds: 0
            )
            answers[known.key, default: []].append(exchange)
        }
        self.answers = answers
    }

    func response(to request: HTTPRequest) -> HTTPResponse {
        let key = Exchange(
            method: request.method,
            path: request.path,
            query: Replay.scrubber.query(request.query),
            requestBody: Replay.scrubber.request(request.body, secrets: RecordingProxy.secrets(of: request)),
            status: 0,
            headers: [],
            responseBody: nil,
            milliseconds: 0
        ).key
        guard let known = answers[key] else {
            let message = "The record has no \(request.method) \(request.path) with this body."
            return EmulatedService.response(GoogleError(code: 404, status: "NOT_FOUND", message: message))
        }
        let turn = asked.withLock { asked in
            asked[key, default: 0] += 1
            return asked[key, default: 1] - 1
        }
        let exchange = known[min(turn, known.count - 1)]
        var headers = exchange.headers.compactMap { member -> (name: String, value: String)? in
            guard case .string(let value) = member.value else { return nil }
            return (name: member.key, value: value)
        }
        headers.append(EmulatedService.mark)
        return HTTPResponse(status: exchange.status, headers: headers, body: .bytes(exchange.responseBytes))
    }
}
