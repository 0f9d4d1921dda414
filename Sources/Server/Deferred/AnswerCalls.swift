import Documents
import Ledger
package import Platform

/// Calls whoever waits for an answer, as its profile says. A convenience: who was not reached asks `GET /v1/decisions/{id}`.
package final class AnswerCalls: Sendable {
    /// Its own, or shared with whoever may be cut off as it: hosts that hang must hold up no call to the cloud.
    private let http: HTTPClient
    /// `Torii-Signature` of bytes.
    private let signature: @Sendable ([UInt8]) -> String
    private let log: Log
    private let patience: Duration
    private let state = Locked(State())

    private struct State: Sendable {
        var running: [String: Task<Void, Never>] = [:]
        var hasEnded = false
    }

    /// What is signed before the body, so that no other signature serves here.
    package static let signedPrefix = "torii-callback/1\n"
    private static let pauses: [Duration] = [.zero, .seconds(1), .seconds(10)]

    /// - Parameters:
    ///   - http: Closed by `stop`.
    ///   - patience: With one request.
    package init(
        http: HTTPClient,
        signature: @escaping @Sendable ([UInt8]) -> String,
        log: Log,
        patience: Duration = .seconds(10)
    ) {
        self.http = http
        self.signature = signature
        self.log = log
        self.patience = patience
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
        state.withLock { state in
            guard !state.hasEnded else { return }
            state.running[record.id] = Task { await self.deliver(body, of: record.id, to: url) }
        }
    }

    /// Ends what is still trying, with the requests in flight; nobody is called any more.
    func stop() async {
        let tasks = state.withLock { state in
            state.hasEnded = true
            return state.running.values.map { $0 }
        }
        for task in tasks { task.cancel() }
        http.close()
        for task in tasks { await task.value }
    }

    private func deliver(_ body: [UInt8], of decision: String, to url: String) async {
        defer { state.withLock { $0.running[decision] = nil } }
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
            switch await http.response(to: request, deadline: .now + patience) {
            case .success(let response) where response.status < 300: return
            case .success(let response): cause = "status \(response.status)"
            case .failure(let failure): cause = failure.message
            }
        }
        log.warning("call with an answer not taken", [("decision", .text(decision)), ("cause", .text(cause))])
    }
}
