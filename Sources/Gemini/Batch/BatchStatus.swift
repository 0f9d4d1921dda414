import Documents
import Policy

/// What the API says about one batch.
package struct BatchStatus: Sendable {
    /// Unknown states survive: they are no end.
    package enum State: Sendable, Hashable {
        case waiting, succeeded
        /// `FAILED`, `CANCELLED`, `EXPIRED`: it will bring nothing more.
        case ended(String)
    }

    /// `batches/…`
    package let name: String
    /// As given when it was made; empty when absent.
    package let displayName: String
    package let state: State
    /// What was answered, by key. An entry without one, or with an unknown one, is nobody's.
    package let answers: [String: GeminiAttempt]

    /// Nil when the node is no batch. Reads the operation's form, where all but the name is in `metadata`.
    init?(_ node: DocumentNode, contract: Contract, emulated: Bool) {
        guard let name = node["name"]?.string ?? node["metadata"]?["name"]?.string, !name.isEmpty else { return nil }
        self.name = name
        let metadata = node["metadata"]
        displayName = metadata?["displayName"]?.string ?? ""
        let word = metadata?["state"]?.string ?? node["state"]?.string ?? ""
        let end = word.split(separator: "_").last.map(String.init) ?? ""
        switch end {
        case "SUCCEEDED": state = .succeeded
        case "FAILED", "CANCELLED", "EXPIRED": state = .ended(end)
        default: state = .waiting
        }
        let output = metadata?["output"] ?? node["response"]
        var answers: [String: GeminiAttempt] = [:]
        for entry in output?["inlinedResponses"]?["inlinedResponses"]?.array ?? [] {
            guard let key = entry["metadata"]?["key"]?.string, answers[key] == nil else { continue }
            answers[key] = Self.attempt(entry, contract: contract, emulated: emulated)
        }
        self.answers = answers
    }

    private static func attempt(_ entry: DocumentNode, contract: Contract, emulated: Bool) -> GeminiAttempt {
        guard let response = entry["response"] else {
            // Its code is gRPC's. A request that failed is documented as not charged.
            let message = entry["error"]?["message"]?.string ?? "no response"
            return GeminiAttempt(
                outcome: .transport(Excerpt.of(message)),
                usage: nil,
                modelVersion: nil,
                responseID: nil,
                billingUncertain: false,
                latency: .zero,
                emulated: emulated
            )
        }
        let answer = AnswerReader(status: 200, headers: [], body: JSON(response).encoded(), contract: contract)
        return GeminiAttempt(answer, latency: .zero, emulated: emulated)
    }
}
