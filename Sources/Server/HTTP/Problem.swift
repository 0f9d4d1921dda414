package import Documents
import Imaging

/// An error a client reads: problem+json (RFC 9457) with a stable code.
package struct Problem: Error, Sendable {
    package let code: ProblemCode
    package let detail: String
    package var headers: [(name: String, value: String)] = []
    package var extra: [JSON.Member] = []

    package init(
        _ code: ProblemCode,
        _ detail: String,
        headers: [(name: String, value: String)] = [],
        extra: [JSON.Member] = []
    ) {
        self.code = code
        self.detail = detail
        self.headers = headers
        self.extra = extra
    }

    /// The one table from picture errors to HTTP.
    ///
    /// - Parameter hint: What else the client could do about it.
    init(imaging error: ImagingError, decisionID: String, hint: String? = nil) {
        let code: ProblemCode =
            switch error.code {
            case .unsupportedMedia: .unsupportedMedia
            case .imageTooLarge: .imageTooLarge
            case .undecodableImage: .undecodableImage
            }
        self.init(
            code,
            error.message + (hint.map { "; \($0)" } ?? ""),
            extra: [.init("decisionId", .string(decisionID))]
        )
    }

    package var status: Int { code.status }

    package var json: JSON {
        .object(
            [
                .init("type", .string("about:blank")),
                .init("title", .string(code.rawValue.replacing("_", with: " "))),
                .init("status", .integer(Int64(status))),
                .init("code", .string(code.rawValue)),
                .init("detail", .string(detail)),
            ] + extra
        )
    }

    static let idempotencyInProgress = Problem(
        .idempotencyInProgress,
        "the first request with this Idempotency-Key is still running; ask again",
        headers: [("Retry-After", "1")]
    )

    static func overloaded(decisionID: String) -> Problem {
        Problem(
            .overloaded,
            "more pictures wait than can be looked at in time; send the request again",
            headers: [("Retry-After", "1")],
            extra: [.init("decisionId", .string(decisionID))]
        )
    }

    static let stopping = Problem(
        .overloaded,
        "this server is stopping; send the request again",
        headers: [("Retry-After", "1"), ("Connection", "close")]
    )

    static let idempotencyConflict = Problem(
        .idempotencyConflict,
        "this Idempotency-Key was used for another body; send a new key"
    )
}
