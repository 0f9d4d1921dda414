/// A list of rules; the first that matches a call decides.
///
/// JSON5 (plain JSON is valid too):
///
/// ```json5
/// {
///   seed: 7,                                  // of the draws; the emulator's own when left out
///   rules: [
///     { match: { first: 2 },       action: { status: 503 } },
///     { match: { every: 10 },      action: { status: 429, quota: "minute", retryDelay: "1.5s" } },
///     { match: { attempt: 1, probability: 0.3 }, action: { delay: "300ms", cut: "midAnswer" } },
///     { match: { imageSha256: "9f86d081" },      action: { block: "PROHIBITED_CONTENT" } },
///     { match: { model: "gemini-3.5-flash" },    action: { malformed: "fences" } },
///     { match: {},                 action: { hold: "release" } },
///   ],
/// }
/// ```
///
/// `match`: `nth`, `attempt` (a number or a list), `first`, `every`, `imageSha256`, `model`, `probability`.
/// `action`: at most one of `status` (with `quota` and `retryDelay` for 429), `cut` (`beforeAnswer`, `midAnswer`),
/// `malformed` (`fences`, `trailing`, `truncated`, `outOfSet`, `split`), `block` (a prompt's block reason), `finish` (a
/// finish reason without text), `thinkEatsBudget: true`, `empty` (`noParts`, `noText`); besides it `delay`, `hold`
/// (`"release"` or a number of calls), `modelVersion`, `hideUsage: true`.
struct FaultScript: Sendable, Hashable {
    var seed: UInt64?
    var rules: [FaultRule] = []

    /// The fault of a call; nil for none.
    func fault(for call: FaultCall, seed: UInt64) -> Fault? {
        for (index, rule) in rules.enumerated() where matches(rule.match, call, index, self.seed ?? seed) {
            return rule.fault
        }
        return nil
    }

    private func matches(_ match: FaultMatch, _ call: FaultCall, _ index: Int, _ seed: UInt64) -> Bool {
        if !match.nth.isEmpty && !match.nth.contains(call.sequence) { return false }
        if let every = match.every, !call.sequence.isMultiple(of: every) { return false }
        if let first = match.first, call.sequence > first { return false }
        if !match.attempt.isEmpty && !match.attempt.contains(call.attempt) { return false }
        if let hash = match.imageSHA256, call.imageSHA256.isEmpty || !call.imageSHA256.hasPrefix(hash) { return false }
        if let model = match.model, model != call.model { return false }
        guard let probability = match.probability else { return true }
        // By picture and attempt, not by sequence: callers at the same time come in any order.
        let subject = call.imageSHA256.isEmpty ? "call \(call.sequence)" : call.imageSHA256
        return Draw(seed: seed, subject: Array(subject.utf8)).share("rule \(index)/\(call.attempt)") < probability
    }
}
