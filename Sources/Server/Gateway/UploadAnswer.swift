import Documents
import Ledger
package import Platform

/// What one upload is answered with.
package struct UploadAnswer: Sendable {
    package let status: Int
    package let body: [UInt8]
    /// Beyond the content type.
    package let headers: [(name: String, value: String)]
    package let isProblem: Bool

    package init(
        status: Int,
        body: [UInt8],
        headers: [(name: String, value: String)] = [],
        isProblem: Bool = false
    ) {
        self.status = status
        self.body = body
        self.headers = headers
        self.isProblem = isProblem
    }

    /// The stored answer of the first request with this key.
    static func replay(of record: DecisionRecord) -> UploadAnswer {
        UploadAnswer(
            status: record.answerStatus,
            body: record.answer,
            headers: [("Idempotency-Replayed", "true")] + headers(of: record),
            isProblem: record.answerStatus >= 400
        )
    }

    /// What a decision's client is told now.
    static func stored(in record: DecisionRecord) -> UploadAnswer {
        UploadAnswer(
            status: record.answerStatus,
            body: record.answer,
            headers: headers(of: record),
            isProblem: record.answerStatus >= 400
        )
    }

    private static func headers(of record: DecisionRecord) -> [(name: String, value: String)] {
        decisionHeaders(id: record.id, revision: record.revision)
            + (record.outcome == .deferred ? waitingHeaders(id: record.id) : [])
    }

    /// Where and how often to ask for an answer that comes later.
    static func waitingHeaders(id: String) -> [(name: String, value: String)] {
        [("Location", "/v1/decisions/\(id)"), ("Retry-After", "60"), ("Preference-Applied", "respond-async")]
    }

    /// An upload that became no decision.
    package static func problem(_ problem: Problem) -> UploadAnswer {
        UploadAnswer(
            status: problem.status,
            body: problem.json.encoded(),
            headers: problem.headers,
            isProblem: true
        )
    }

    static func decisionHeaders(id: String, revision: Int) -> [(name: String, value: String)] {
        [("Torii-Decision", id), ("Torii-Policy-Revision", "\(revision)")]
    }

    package var response: HTTPResponse {
        HTTPResponse(
            status: status,
            headers: [("Content-Type", isProblem ? "application/problem+json" : "application/json")] + headers,
            body: .bytes(body)
        )
    }
}
