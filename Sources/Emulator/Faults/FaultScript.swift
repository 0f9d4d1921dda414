/// What the emulator does beside answering: rules for single calls (the first that matches a call decides), quotas,
/// and how `countTokens` and batches behave. ``reference`` describes the file.
struct FaultScript: Sendable, Hashable {
    var seed: UInt64?
    var rules: [FaultRule] = []
    var quotas = Quotas()
    var counting = CountTokensDrift()
    var batches = BatchCourse()

    /// The fault of a call; nil for none.
    func fault(for call: FaultCall, seed: UInt64) -> Fault? {
        for (index, rule) in rules.enumerated() where matches(rule.match, call, index, self.seed ?? seed) {
            return rule.fault
        }
        return nil
    }

    private func matches(_ match: FaultMatch, _ call: FaultCall, _ index: Int, _ seed: UInt64) -> Bool {
        if !match.nth.isEmpty && !match.nth.contains(call.sequence) { return false }
        if let every = match.every, call.sequence < every || call.sequence % every >= match.run { return false }
        if let after = match.after, call.age < after { return false }
        if let before = match.before, call.age >= before { return false }
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
