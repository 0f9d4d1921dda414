import Testing

@testable import Gemini

/// One error answer as the API or something before it has been seen to send it.
struct ErrorRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    let body: String
    let outcome: GeminiOutcome

    init(_ name: String, _ status: Int, _ body: String, _ outcome: GeminiOutcome) {
        testDescription = name
        self.status = status
        self.body = body
        self.outcome = outcome
    }

    static func quota(_ id: String, delay: String? = nil) -> String {
        let retry = delay.map { #",{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"\#($0)"}"# } ?? ""
        return
            #"{"error":{"code":429,"message":"You exceeded your current quota","status":"RESOURCE_EXHAUSTED","details":["#
            + #"{"@type":"type.googleapis.com/google.rpc.Help","links":[{"description":"d","url":"https://e.example"}]},"#
            + #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaMetric":"g/requests","#
            + #""quotaId":"\#(id)","quotaValue":"20"}]}\#(retry)]}}"#
    }

    static func error(_ status: String, _ message: String, reason: String? = nil) -> String {
        let details = reason.map {
            #","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"\#($0)","domain":"googleapis.com"}]"#
        }
        return #"{"error":{"code":0,"message":"\#(message)","status":"\#(status)"\#(details ?? "")}}"#
    }

    static let all: [ErrorRow] = [
        ErrorRow(
            "the day's quota, with a wait that would not help",
            429,
            quota("GenerateRequestsPerDayPerProjectPerModel-FreeTier", delay: "58s"),
            .throttled(.day, retryAfter: .seconds(58))
        ),
        ErrorRow(
            "the minute's quota, fractional seconds",
            429,
            quota("GenerateRequestsPerMinutePerProjectPerModel", delay: "45.837906927s"),
            .throttled(.minute, retryAfter: .seconds(45) + .nanoseconds(837_906_927))
        ),
        ErrorRow(
            "the spend limit by quota",
            429,
            quota("SpendPerTenMinutesPerProject"),
            .throttled(.spend, retryAfter: nil)
        ),
        ErrorRow(
            "the spend limit by message",
            429,
            error("RESOURCE_EXHAUSTED", "Your project exceeded its spend-based rate limit."),
            .throttled(.spend, retryAfter: nil)
        ),
        ErrorRow(
            "throttled without any detail",
            429,
            error("RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
            .throttled(.unknown, retryAfter: nil)
        ),
        ErrorRow(
            "throttled by a proxy's page",
            429,
            "<html>Too Many Requests</html>",
            .throttled(.unknown, retryAfter: nil)
        ),
        ErrorRow("an error inside a list", 429, "[\(quota("XPerDay"))]", .throttled(.day, retryAfter: nil)),
        ErrorRow(
            "prepaid credit used up, the status of a quota",
            402,
            error("RESOURCE_EXHAUSTED", "credit"),
            .noCredit
        ),
        ErrorRow(
            "a wrong key is a 400",
            400,
            error("INVALID_ARGUMENT", "API key not valid.", reason: "API_KEY_INVALID"),
            .auth("status 400 INVALID_ARGUMENT (API_KEY_INVALID): API key not valid.")
        ),
        ErrorRow(
            "billing is off",
            400,
            error("FAILED_PRECONDITION", "Enable billing."),
            .auth("status 400 FAILED_PRECONDITION: Enable billing.")
        ),
        ErrorRow(
            "a key of the wrong kind",
            401,
            error("UNAUTHENTICATED", "Expected OAuth 2 access token", reason: "ACCESS_TOKEN_TYPE_UNSUPPORTED"),
            .auth(
                "status 401 UNAUTHENTICATED (ACCESS_TOKEN_TYPE_UNSUPPORTED): the key is of a kind that is not accepted"
                    + ": Expected OAuth 2 access token"
            )
        ),
        ErrorRow(
            "no rights",
            403,
            error("PERMISSION_DENIED", "API disabled"),
            .auth("status 403 PERMISSION_DENIED: API disabled")
        ),
        ErrorRow(
            "a retired model",
            404,
            error("NOT_FOUND", "models/gemini-2.0-flash is no longer available."),
            .gone("status 404 NOT_FOUND: models/gemini-2.0-flash is no longer available.")
        ),
        ErrorRow(
            "a schema with too many states",
            400,
            error("INVALID_ARGUMENT", "constraint that has too many states for serving"),
            .invalidRequest(
                "status 400 INVALID_ARGUMENT: constraint that has too many states for serving",
                fault: .schema
            )
        ),
        ErrorRow(
            "a 400 without a document",
            400,
            "",
            .invalidRequest("status 400 without an error document", fault: .other)
        ),
        ErrorRow("a redirect", 302, "", .invalidRequest("status 302 without an error document", fault: .other)),
        ErrorRow("too large", 413, "<html>", .invalidRequest("status 413 without an error document", fault: .other)),
        ErrorRow("overloaded", 503, error("UNAVAILABLE", "The model is overloaded."), .overloaded(status: 503)),
        ErrorRow("an internal error", 500, error("INTERNAL", "oops"), .overloaded(status: 500)),
        ErrorRow("the server's deadline", 504, error("DEADLINE_EXCEEDED", "late"), .overloaded(status: 504)),
        ErrorRow("a proxy's page", 502, "<html><h1>502 Bad Gateway</h1></html>", .overloaded(status: 502)),
        ErrorRow("cancelled on the way", 499, error("CANCELLED", "closed"), .transport("status 499 CANCELLED: closed")),
        ErrorRow("an error that is no object", 503, #"{"error":"down"}"#, .overloaded(status: 503)),
        ErrorRow(
            "an error of odd types",
            404,
            #"{"error":{"code":"x","details":{},"message":7}}"#,
            .gone("status 404")
        ),
    ]
}
