import Backtest
import Economics
import Policy

extension MemoryLedger {
    func recordedUploads(_ query: UploadQuery) -> [RecordedUpload] {
        var found: [RecordedUpload] = []
        for (index, decision) in decisions.enumerated().dropFirst(Int(query.after)) {
            guard found.count < query.limit else { break }
            guard decision.profile == query.profile, query.from <= decision.at, decision.at < query.to,
                let outcome = decision.outcome, decision.route == .classify || outcome == .rejected
            else { continue }
            let isWrong = !words(on: decision.id).isRight
            found.append(RecordedUpload(decision, number: Int64(index + 1), isWrong: isWrong))
        }
        return found
    }

    func ids(ofDecisions numbers: [Int64]) -> [String] {
        numbers.compactMap { decisions.indices.contains(Int($0) - 1) ? decisions[Int($0) - 1].id : nil }
    }

    func meanUsage(profile: String, from: Timestamp, to: Timestamp) -> (calls: Int, TokenUsage) {
        var calls = 0
        var sum = TokenUsage.zero
        for attempt in attempts.values {
            guard attempt.hold.profile == profile, from <= attempt.hold.hour, attempt.hold.hour < to,
                let settlement = attempt.settlement, settlement.result == "ok"
            else { continue }
            calls += 1
            sum = TokenUsage(
                prompt: sum.prompt + settlement.usage.prompt,
                cached: sum.cached + settlement.usage.cached,
                candidates: sum.candidates + settlement.usage.candidates,
                thoughts: sum.thoughts + settlement.usage.thoughts,
                toolUse: sum.toolUse + settlement.usage.toolUse,
                total: sum.total + settlement.usage.total,
                image: sum.image + settlement.usage.image
            )
        }
        return (calls, sum)
    }
}

extension RecordedUpload {
    /// - Parameter isWrong: Whether people say that the answer was.
    init(_ decision: DecisionRecord, number: Int64, isWrong: Bool = false) {
        var evidence = decision.evidence
        let trace: Int64 =
            decision.reasons.contains(.abstractBypass) ? 1 : decision.reasons.contains(.lowSaliency) ? 2 : 0
        evidence.labels = .recorded(scoreSpace: decision.scoreSpace, trace: trace)
        let basis: Basis =
            if decision.reasons.contains(.gateDeadline) {
                .deadlinePassed
            } else if decision.reasons.contains(.gateTimedOut) {
                .clientTimedOut
            } else if decision.reasons.contains(.scoresUnusable) {
                .scoresUnusable
            } else {
                .scores
            }
        let isAnswered = decision.outcome == .sent
        let isMade =
            isAnswered || decision.cost > .zero || decision.reasons.first?.rawValue.hasPrefix("upstream_") == true
        let category = isAnswered ? decision.category ?? "" : ""
        self.init(
            number: number,
            at: decision.at,
            isJudged: decision.judged,
            basis: basis,
            scoreSpace: decision.scoreSpace,
            evidence: evidence,
            auditPropensity: decision.auditPropensity,
            call: isMade
                ? .made(cost: decision.cost, isUseful: isAnswered && !isWrong && category.isUsefulCategory) : .none,
            category: category
        )
    }
}
