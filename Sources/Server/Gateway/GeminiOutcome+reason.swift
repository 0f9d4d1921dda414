import Gemini
import Policy

extension GeminiOutcome {
    /// The reason an upload without a cloud answer carries.
    var reason: Reason {
        switch self {
        case .promptBlocked, .refused: .upstreamBlocked
        case .deadline: .upstreamDeadline
        default: .upstreamFailed
        }
    }

    /// The word of the ledger and of metrics: a closed set.
    var code: String {
        switch self {
        case .ok: "ok"
        case .promptBlocked: "prompt_blocked"
        case .refused: isPolicyLimited ? "policy_limited" : "refused"
        case .truncated(let byThinking): byThinking ? "truncated_thinking" : "truncated"
        case .empty: "empty"
        case .malformed: "malformed"
        case .throttled(.minute, _): "throttled_minute"
        case .throttled(.day, _): "throttled_day"
        case .throttled(.spend, _): "throttled_spend"
        case .throttled(.unknown, _): "throttled"
        case .noCredit: "no_credit"
        case .auth: "auth"
        case .gone: "gone"
        case .invalidRequest: "invalid_request"
        case .overloaded: "overloaded"
        case .transport: "transport"
        case .deadline: "deadline"
        }
    }

    /// For people; nil when the reason says it all.
    var detail: String? {
        switch self {
        case .ok, .deadline: nil
        case .promptBlocked(let reason): "the model blocked the prompt: \(reason)"
        case .refused where isPolicyLimited: "the account is limited for breaking the provider's policies"
        case .refused(let reason): "the model refused: \(reason)"
        case .truncated(let byThinking):
            byThinking ? "thinking used up maxOutputTokens" : "the answer did not fit in maxOutputTokens"
        case .empty: "the model answered nothing"
        case .malformed(let why): "not an answer of the contract: \(why)"
        case .throttled(let quota, _): "the \(quota.rawValue) quota of the API is used up"
        case .noCredit: "the account has no credit"
        case .auth(let message): "the API does not take the key: \(message)"
        case .gone(let message): "the model does not exist any more: \(message)"
        case .invalidRequest(let message, _): "the API refused the request: \(message)"
        case .overloaded(let status): "the model is overloaded (\(status))"
        case .transport(let message): message
        }
    }
}
