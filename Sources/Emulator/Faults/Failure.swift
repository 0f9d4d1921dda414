import Documents

/// A refusal a rule asks for.
struct Failure: Sendable, Hashable {
    /// What a 429 is about.
    enum Quota: String, Sendable, CaseIterable {
        /// Requests a minute, with `RetryInfo`.
        case minute
        /// Requests a day: no use to retry.
        case day
        /// Money spent in ten minutes.
        case spend
        /// No details at all.
        case bare
    }

    let status: Int
    let quota: Quota
    /// `RetryInfo.retryDelay` of a 429; fractional seconds as Google writes them.
    let retryDelay: Duration?

    /// Statuses a script may ask for.
    static let statuses = [400, 401, 402, 403, 404, 429, 500, 502, 503, 504]

    /// The answer; 502 is a proxy's, in HTML.
    func error(model: String, version: String) -> GoogleError {
        switch status {
        case 400:
            return .invalidArgument(
                "The specified schema produces a constraint that has too many states for serving."
            )
        case 401: return .tokenForKey
        case 402:
            return GoogleError(
                code: 402,
                status: "RESOURCE_EXHAUSTED",
                message: "Your prepayment credits are depleted. Please add credits to continue."
            )
        case 403:
            return GoogleError(code: 403, status: "PERMISSION_DENIED", message: "The caller does not have permission")
        case 404: return .retiredModel(model)
        case 429: return exhausted(model)
        case 500: return .internalError
        case 504: return .deadlineExceeded
        default:
            return GoogleError(
                code: status,
                status: "UNAVAILABLE",
                message: "The model is overloaded. Please try again later."
            )
        }
    }

    private func exhausted(_ model: String) -> GoogleError {
        switch quota {
        case .bare:
            return GoogleError(code: 429, status: "RESOURCE_EXHAUSTED", message: "You exceeded your current quota.")
        case .spend:
            return GoogleError(
                code: 429,
                status: "RESOURCE_EXHAUSTED",
                message: "Your project has exceeded its spend based rate limit. Please try again later."
            )
        case .minute: return Failure.exhausted(model, .requestsPerMinute(1_000), retryDelay: retryDelay)
        case .day: return Failure.exhausted(model, .requestsPerDay(10_000), retryDelay: retryDelay)
        }
    }

    /// A limit that was reached, with its value.
    enum Limit: Sendable, Hashable {
        case requestsPerMinute(Int)
        case tokensPerMinute(Int)
        case requestsPerDay(Int)

        fileprivate var description: (id: String, metric: String, value: Int) {
            switch self {
            case .requestsPerMinute(let value):
                ("GenerateRequestsPerMinutePerProjectPerModel", "generate_requests_per_model", value)
            case .tokensPerMinute(let value):
                ("GenerateContentInputTokensPerModelPerMinute", "generate_content_input_token_count", value)
            case .requestsPerDay(let value):
                ("GenerateRequestsPerDayPerProjectPerModel", "generate_requests_per_model_per_day", value)
            }
        }
    }

    /// A used-up quota as Google reports it: `QuotaFailure`, and `RetryInfo` where there is a delay. No header says
    /// when to come again.
    static func exhausted(_ model: String, _ limit: Limit, retryDelay: Duration?) -> GoogleError {
        var error = GoogleError(code: 429, status: "RESOURCE_EXHAUSTED", message: "You exceeded your current quota.")
        let (id, metric, value) = limit.description
        let violation: [JSON.Member] = [
            .init("quotaMetric", .string("generativelanguage.googleapis.com/\(metric)")),
            .init("quotaId", .string(id)),
            .init(
                "quotaDimensions",
                .object([.init("location", "global"), .init("model", .string(model))])
            ),
            .init("quotaValue", .string(String(value))),
        ]
        error.details = [
            GoogleError.typed(
                "google.rpc.Help",
                [
                    .init(
                        "links",
                        [
                            .object([
                                .init("description", "Learn more about Gemini API quotas"),
                                .init("url", "https://ai.google.dev/gemini-api/docs/rate-limits"),
                            ])
                        ]
                    )
                ]
            ),
            GoogleError.typed("google.rpc.QuotaFailure", [.init("violations", [.object(violation)])]),
        ]
        if let retryDelay {
            let text = Failure.seconds(retryDelay)
            error = GoogleError(
                code: 429,
                status: error.status,
                message: "\(error.message) Please retry in \(text).",
                details: error.details + [
                    GoogleError.typed("google.rpc.RetryInfo", [.init("retryDelay", .string(text))])
                ]
            )
        }
        return error
    }

    /// A proto duration: `58s`, `1.5s`.
    static func seconds(_ duration: Duration) -> String {
        let nanoseconds = duration.components.attoseconds / 1_000_000_000
        guard nanoseconds > 0 else { return "\(duration.components.seconds)s" }
        var fraction = String(nanoseconds)
        fraction = String(repeating: "0", count: 9 - fraction.utf8.count) + fraction
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(duration.components.seconds).\(fraction)s"
    }
}
