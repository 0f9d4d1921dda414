import Documents

/// What an answer other than 2xx means.
enum ErrorClassifier {
    static func outcome(status: Int, headers: [(name: String, value: String)], body: [UInt8]) -> GeminiOutcome {
        let root = DocumentReader.read(body, file: "answer", dialect: .json).root
        return outcome(status: status, headers: headers, error: root.flatMap { StatusBody($0) })
    }

    /// - Parameter error: Nil for a body that is no `google.rpc.Status`, such as a proxy's HTML page.
    static func outcome(
        status: Int,
        headers: [(name: String, value: String)] = [],
        error: StatusBody?
    ) -> GeminiOutcome {
        let said = description(status: status, error: error)
        switch status {
        case 429: return throttled(headers: headers, error: error)
        case 402: return .noCredit
        case 401, 403: return .auth(said)
        case 404: return .gone(said)
        case 400 where isAboutTheAccount(error): return .auth(said)
        // The call was given up between us and the model: not refused, and perhaps done.
        case 499: return .transport(said)
        case 408, 500...599: return .overloaded(status: status)
        default: return .invalidRequest(said, fault: status == 400 ? RequestFault(named: error) : .other)
        }
    }

    /// A wrong key is a 400 here, and so is an account without billing.
    private static func isAboutTheAccount(_ error: StatusBody?) -> Bool {
        guard let error else { return false }
        return error.status == "FAILED_PRECONDITION" || error.reasons.contains { $0.hasPrefix("API_KEY_") }
    }

    private static func throttled(headers: [(name: String, value: String)], error: StatusBody?) -> GeminiOutcome {
        // The API itself sends no such header; proxies in front of it do.
        let header = headers.first { $0.name == "retry-after" }.flatMap { RetryDelay.duration($0.value + "s") }
        return .throttled(throttle(error), retryAfter: error?.retryDelay ?? header)
    }

    /// The longest-lasting quota named decides: the others do not help once it is used up.
    private static func throttle(_ error: StatusBody?) -> GeminiOutcome.Throttle {
        guard let error else { return .unknown }
        let quotas = error.quotas.map { $0.lowercased() }
        if quotas.contains(where: { $0.contains("spend") }) { return .spend }
        if quotas.contains(where: { $0.contains("perday") }) { return .day }
        if quotas.contains(where: { $0.contains("perminute") }) { return .minute }
        let message = error.message.lowercased()
        return message.contains("spend") && message.contains("limit") ? .spend : .unknown
    }

    private static func description(status: Int, error: StatusBody?) -> String {
        guard let error else { return "status \(status) without an error document" }
        var text = "status \(status)"
        if !error.status.isEmpty { text += " \(Excerpt.of(error.status, limit: 40))" }
        if !error.reasons.isEmpty { text += " (\(Excerpt.of(error.reasons.joined(separator: ", "), limit: 80)))" }
        if error.reasons.contains("ACCESS_TOKEN_TYPE_UNSUPPORTED") {
            text += ": the key is of a kind that is not accepted"
        }
        return error.message.isEmpty ? text : text + ": \(Excerpt.of(error.message))"
    }
}
