import Documents
import Economics
import Ledger
import Policy

extension DecisionRecord {
    /// The same decision once its answer has come, or will not.
    ///
    /// - Parameter attempts: All of it, settled.
    func resolved(by result: CloudClassifier.Result, attempts: [AttemptRecord]) -> DecisionRecord {
        var record = self
        record.reasons.removeAll { $0 == .deferred }
        record.model = result.model ?? attempts.last?.settlement?.modelVersion
        record.emulated = emulated || result.emulated || attempts.contains { $0.settlement?.emulated == true }
        if let classification = result.classification {
            record.outcome = .sent
            record.source = .cloud
            record.category = classification.primaryCategory
        } else {
            record.outcome = .local
            record.source = .local
            record.reasons.insert(result.failure ?? .upstreamFailed, at: 0)
        }
        record.end(result.classification, detail: result.detail, attempts)
        return record
    }

    /// The same decision answered from the cache: as any such, it counts as judged by nobody.
    ///
    /// - Parameter attempts: All of it, settled.
    func resolved(by known: KnownAnswer, attempts: [AttemptRecord]) -> DecisionRecord {
        var record = self
        record.outcome = .cached
        record.source = .cache
        record.verdict = nil
        record.judged = false
        record.reasons = [known.distance == nil ? .exactCache : .nearCache]
        record.donor = Donor(decisionID: known.cached.decisionID, distance: known.distance)
        record.model = known.cached.modelVersion
        record.emulated = known.cached.emulated
        record.category = known.classification.primaryCategory
        record.end(known.classification, detail: nil, attempts)
        return record
    }

    private mutating func end(_ classification: JSON?, detail: String?, _ attempts: [AttemptRecord]) {
        let usage = attempts.compactMap(\.settlement?.usage).reduce(TokenUsage.zero) { $0.adding($1) }
        // Out of range: as it was.
        cost = (try? Money.sum(attempts.compactMap(\.settlement?.cost))) ?? cost
        answerStatus = 200
        answer = answer(classification, detail: detail, usage)
    }

    /// What the client was told first, with the end in it.
    private func answer(_ classification: JSON?, detail: String?, _ usage: TokenUsage) -> [UInt8] {
        guard let told = DocumentReader.read(answer, file: "answer", dialect: .json).root.map(JSON.init),
            case .object(let members) = told
        else { return answer }
        var changed: [String: JSON] = [
            "verdict": .string(optional: verdict?.rawValue),
            "outcome": .string(optional: outcome?.rawValue),
            "source": .string(optional: source?.rawValue),
            "reasons": .array(reasons.map { .string($0.rawValue) }),
            "cost": .cost(cost, usage, model: model),
            "emulated": .bool(emulated),
        ]
        if let classification {
            changed["classification"] = classification
            changed["localLabel"] = .null
        }
        var kept = members.filter { $0.key != "deferred" }.map { JSON.Member($0.key, changed[$0.key] ?? $0.value) }
        if let detail, outcome != .sent { kept.append(.init("detail", .string(detail))) }
        return JSON.object(kept).encoded()
    }
}

extension JSON {
    /// Of a classification; nil for what is none.
    var primaryCategory: String? {
        guard case .object(let members) = self,
            case .string(let name) = members.first(where: { $0.key == "primaryCategory" })?.value
        else { return nil }
        return name
    }

    /// What the attempts of a decision came to.
    static func cost(_ cost: Money, _ usage: TokenUsage, model: String?) -> JSON {
        [
            "nanoUSD": .integer(cost.nanoUSD),
            "tokens": [
                "prompt": .integer(Int64(usage.prompt)),
                "image": .integer(Int64(usage.image)),
                "cached": .integer(Int64(usage.cached)),
                "candidates": .integer(Int64(usage.candidates)),
                "thoughts": .integer(Int64(usage.thoughts)),
                "total": .integer(Int64(usage.total)),
            ],
            "model": model.map { .string($0) } ?? .null,
        ]
    }
}
