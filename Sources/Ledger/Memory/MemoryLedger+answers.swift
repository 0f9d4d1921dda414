import Economics

extension MemoryLedger {
    func answerRollups(from: Timestamp, to: Timestamp) -> [AnswerRollup] {
        var counted: [AnswerRollup: AnswerRollup] = [:]
        for attempt in attempts.values where attempt.hold.hour >= from && attempt.hold.hour < to {
            guard let settlement = attempt.settlement, let one = AnswerRollup(of: settlement, hold: attempt.hold) else {
                continue
            }
            counted[one.group, default: one.group].add(one)
        }
        return counted.values.sorted { ($0.hour, $0.profile) < ($1.hour, $1.profile) }
    }

    func blockCounts(from: Timestamp, to: Timestamp) -> [BlockCount] {
        var counts: [BlockCount: Int] = [:]
        for attempt in attempts.values where attempt.hold.hour >= from && attempt.hold.hour < to {
            guard let settlement = attempt.settlement else { continue }
            for block in settlement.facts?.blocks ?? [] {
                let group = BlockCount(
                    profile: attempt.hold.profile,
                    model: settlement.modelVersion ?? attempt.hold.model,
                    block: block,
                    emulated: settlement.emulated,
                    count: 0
                )
                counts[group, default: 0] += 1
            }
        }
        return counts.map { group, count in
            BlockCount(
                profile: group.profile,
                model: group.model,
                block: group.block,
                emulated: group.emulated,
                count: count
            )
        }.sorted { $0.order.lexicographicallyPrecedes($1.order) }
    }
}

extension BlockCount {
    fileprivate var order: [String] {
        [
            profile, model, emulated ? "1" : "0", block.stage.rawValue, block.reason, block.category, block.rating,
            block.threshold,
        ]
    }
}
