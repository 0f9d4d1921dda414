package import Documents
import Imaging

/// An error a client reads: problem+json (RFC 9457) with a stable code.
package struct Problem: Error, Sendable {
    package let code: String
    package let status: Int
    package let detail: String
    package var headers: [(name: String, value: String)] = []
    package var extra: [JSON.Member] = []

    package init(
        _ code: String,
        _ status: Int,
        _ detail: String,
        headers: [(name: String, value: String)] = [],
        extra: [JSON.Member] = []
    ) {
        self.code = code
        self.status = status
        self.detail = detail
        self.headers = headers
        self.extra = extra
    }

    /// The one table from picture errors to HTTP.
    init(imaging error: ImagingError, decisionID: String) {
        let status =
            switch error.code {
            case .unsupportedMedia: 415
            case .imageTooLarge, .undecodableImage: 422
            }
        self.init(
            error.code.rawValue,
            status,
            error.message,
            extra: [.init("decisionId", .string(decisionID))]
        )
    }

    package var json: JSON {
        .object(
            [
                .init("type", .string("about:blank")),
                .init("title", .string(code.replacing("_", with: " "))),
                .init("status", .integer(Int64(status))),
                .init("code", .string(code)),
                .init("detail", .string(detail)),
            ] + extra
        )
    }

    static let idempotencyInProgress = Problem(
        "idempotency_in_progress",
        409,
        "the first request with this Idempotency-Key is still running; ask again",
        headers: [("Retry-After", "1")]
    )

    static func overloaded(decisionID: String) -> Problem {
        Problem(
            "overloaded",
            503,
            "more pictures wait than can be looked at in time; send the request again",
            headers: [("Retry-After", "1")],
            extra: [.init("decisionId", .string(decisionID))]
        )
    }

    static let stopping = Problem(
        "overloaded",
        503,
        "this server is stopping; send the request again",
        headers: [("Retry-After", "1"), ("Connection", "close")]
    )

    static let idempotencyConflict = Problem(
        "idempotency_conflict",
        409,
        "this Idempotency-Key was used for another body; send a new key"
    )
}
