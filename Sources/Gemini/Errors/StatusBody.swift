import Documents

/// The `google.rpc.Status` of an error answer, as far as it could be read.
struct StatusBody {
    /// The HTTP status the body claims; 0 when it claims none.
    var code = 0
    /// `RESOURCE_EXHAUSTED` and the like; empty when absent.
    var status = ""
    /// As sent; empty when absent.
    var message = ""
    /// `ErrorInfo.reason`.
    var reasons: [String] = []
    /// `quotaId` and `quotaMetric` of every `QuotaFailure` violation.
    var quotas: [String] = []
    /// `field` and `description` of every `BadRequest` violation.
    var fields: [String] = []
    /// `RetryInfo.retryDelay`.
    var retryDelay: Duration?

    /// Nil when `root` holds no error. Some paths wrap it in an array of one.
    init?(_ root: DocumentNode) {
        var node = root
        if let items = root.array, items.count == 1 { node = items[0] }
        guard let error = node["error"], error.object != nil else { return nil }
        code = error["code"]?.integer.flatMap { Int(exactly: $0) } ?? 0
        status = error["status"]?.string ?? ""
        message = error["message"]?.string ?? ""
        for detail in error["details"]?.array ?? [] { read(detail) }
    }

    /// Reads by what a detail holds, not by its `@type`: nothing else has these members.
    private mutating func read(_ detail: DocumentNode) {
        if let reason = detail["reason"]?.string { reasons.append(reason) }
        if let delay = detail["retryDelay"]?.string.flatMap(RetryDelay.duration) { retryDelay = delay }
        for violation in detail["violations"]?.array ?? [] {
            for key in ["quotaId", "quotaMetric"] {
                if let text = violation[key]?.string { quotas.append(text) }
            }
        }
        for violation in detail["fieldViolations"]?.array ?? [] {
            for key in ["field", "description"] {
                if let text = violation[key]?.string { fields.append(text) }
            }
        }
    }
}
