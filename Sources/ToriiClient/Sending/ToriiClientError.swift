public import Foundation

/// Why there is no answer. Whatever it is, the user is never held up: keep the local label and send the picture later.
public struct ToriiClientError: Error, Sendable, Hashable {
    public enum Code: String, Sendable, CaseIterable {
        /// No answer came: try again with the same idempotency key.
        case offline
        /// Come back after `retryAfter`, with the same key.
        case later
        /// The same request will be refused again: another picture, key or app is needed; `problem` says which.
        case refused
        /// Not what the contract says.
        case notUnderstood
    }

    public let code: Code
    /// Of the answer; nil without one.
    public let status: Int?
    /// The server's code, such as `unsupported_media`.
    public let problem: String?
    /// What the server says to do.
    public let message: String
    /// Seconds.
    public let retryAfter: TimeInterval?

    init(_ code: Code, status: Int? = nil, problem: String? = nil, message: String, retryAfter: TimeInterval? = nil) {
        self.code = code
        self.status = status
        self.problem = problem
        self.message = message
        self.retryAfter = retryAfter
    }

    /// Of an answer that is no success.
    init(_ response: TransportResponse) {
        struct Problem: Decodable {
            let code: String
            let detail: String
        }
        // A proxy's page is no problem of ours: its status must do.
        let problem = try? JSONDecoder().decode(Problem.self, from: response.body)
        let waits = [408, 429].contains(response.status) || response.status >= 500
        let isRunning = problem?.code == "idempotency_in_progress"
        self.init(
            waits || isRunning ? .later : .refused,
            status: response.status,
            problem: problem?.code,
            message: problem?.detail ?? "the server answered \(response.status)",
            retryAfter: response.retryAfter
        )
    }
}
