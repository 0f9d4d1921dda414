extension MemoryLedger {
    /// Newest first.
    func scoredTwice(_ query: ScoredTwiceQuery) -> [ScoredTwice] {
        let found = decisions.reversed().lazy.compactMap { decision -> ScoredTwice? in
            guard let device = decision.device, query.hours.contains(decision.hour),
                query.profile == nil || query.profile == decision.profile
            else { return nil }
            return ScoredTwice(decision, device: device)
        }
        return Array(found.prefix(max(0, query.limit)))
    }
}

extension ScoredTwice {
    fileprivate init(_ decision: DecisionRecord, device: DeviceScores) {
        self.init(
            profile: decision.profile,
            at: decision.at,
            device: device,
            evidence: decision.evidence,
            verdict: decision.verdict,
            category: decision.outcome == .sent ? decision.category : nil
        )
    }
}
