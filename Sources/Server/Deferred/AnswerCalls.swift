import Documents
import Ledger
package import Platform

/// Calls whoever waits for an answer, as its profile says. A convenience: who was not reached asks `GET /v1/decisions/{id}`.
package final class AnswerCalls: Sendable {
    private let http: HTTPClient
    /// `Torii-Signature` of bytes.
    private let signature: @Sendable ([UInt8]) -> String
    private let log: Log
    private let running = Locked<[String: Task<Void, Never>]>([:])

    /// What is signed before the body, so that no other signature serves here.
    package static let signedPrefix = "torii-callback/1\n"
    private static let pauses: [Duration] = [.zero, .seconds(1), .seconds(10)]

    package init(http: HTTPClient, signature: @escaping @Sendable ([UInt8]) -> String, log: Log) {
        self.http = http
        self.signature = signature
        self.log = log
    }

    func post(_ record: DecisionRecord, to url: String) {
        let body = JSON.object([
            .init("type", "torii.answer/1"),
            .init("decisionId", .string(record.id)),
            .init(
                "answer",
                DocumentReader.read(record.answer, file: "answer", dialect: .json).root.map(JSON.init) ?? .null
            ),
        ]).encoded()
        running.withLock { running in
            running[record.id] = Task { await self.deliver(body, of: record.id, to: url) }
        }
    }

    /// Ends what is still trying.
    func stop() async {
        let tasks = running.withLock { $0.values.map { $0 } }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    private func deliver(_ body: [UInt8], of decision: String, to url: String) async {
        defer { running.withLock { $0[decision] = nil } }
        var cause = ""
        for pause in Self.pauses {
            try? await Task.sleep(for: pause)  // Cancelled: the next line ends it.
            if Task.isCancelled { return }
            let request = HTTPClient.Request(
                method: "POST",
                url: url,
                headers: [("Content-Type", "application/json"), ("Torii-Signature", signature(body))],
                body: body
            )
            switch await http.response(to: request, deadline: .now + .seconds(10)) {
            case .success(let response) where response.status < 300: return
            case .success(let response): cause = "status \(response.status)"
            case .failure(let failure): cause = failure.message
            }
        }
        log.warning("call with an answer not taken", [("decision", .text(decision)), ("cause", .text(cause))])
    }
}
