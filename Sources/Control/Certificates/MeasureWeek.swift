/// Labelled uploads of a phase in which everything was sent, so that any strictness can be scored on all of them.
package struct MeasureWeek: Sendable {
    package struct Sample: Sendable, Hashable {
        let scores: GateScores
        /// Whether the cloud's answer was right.
        let isRight: Bool

        package init(scores: GateScores, isRight: Bool) {
            self.scores = scores
            self.isRight = isRight
        }
    }

    package private(set) var samples: [Sample] = []
    package private(set) var from: Int64 = 0
    package private(set) var to: Int64 = 0

    package init() {}

    package mutating func add(_ sample: Sample, at time: Int64) {
        if samples.isEmpty { from = time }
        to = max(to, time)
        samples.append(sample)
    }

    /// The strictest point on the path whose exact bound stays within `max`: strictness is walked up in a fixed order
    /// and stops at the first step that fails, so that all steps together keep the confidence (Angelopoulos and others,
    /// "Learn then Test", arXiv 2110.01052). Nil when not even the first step holds: too few uploads, or too many wrong
    /// rejects.
    package func certificate(target: Double, max bound: Double, confidence: Double) -> Certificate? {
        guard !samples.isEmpty else { return nil }
        let ranks = WeekRanks(samples)
        let weight = ranks.pathWeight(target: target)
        let walk = ranks.walk(weight: weight)
        var best: (level: Double, falseRejects: Int, bound: Double)?
        var level = 0.05
        while level < 0.95 {
            let falseRejects = walk.wrong(below: level)
            let upper = BinomialBound.upper(failures: falseRejects, trials: samples.count, confidence: confidence)
            guard upper <= bound else { break }
            best = (level, falseRejects, upper)
            level += 0.0025
        }
        guard let best else { return nil }
        let ceiling = walk.strictness(at: best.level)
        let floor = walk.strictness(at: min(best.level, floorLevel(walk, target: target, confidence: confidence)))
        return Certificate(
            pathWeight: weight,
            sharpness: Certificate.Gate(
                ceiling: ranks.sharpness(at: ceiling),
                ceilingRank: ceiling,
                floor: ranks.sharpness(at: floor),
                conservative: ranks.sharpness(at: 0.05)
            ),
            area: Certificate.Gate(
                ceiling: ranks.area(at: ceiling * weight),
                ceilingRank: min(1, ceiling * weight),
                floor: ranks.area(at: floor * weight),
                conservative: ranks.area(at: 0.05)
            ),
            uploads: samples.count,
            falseRejects: best.falseRejects,
            bound: best.bound,
            confidence: confidence,
            from: from,
            to: to
        )
    }

    /// Of rejects below the junk floor, the share that may have been right.
    private static let junkRate = 0.001
    /// Of the uploads the target rejects, the share the junk floor may decide alone.
    private static let floorShare = 0.42

    /// The highest level below which everything is proven junk: its exact bound says that hardly any of it was right.
    private func floorLevel(_ walk: WeekRanks.Walk, target: Double, confidence: Double) -> Double {
        var floor = 0.0
        var level = 0.0025
        while level <= Self.floorShare * (1 - target) {
            let rejected = Int(level * Double(walk.count))
            let wrong = walk.wrong(below: level)
            if wrong <= rejected,
                BinomialBound.upper(failures: wrong, trials: rejected, confidence: confidence) <= Self.junkRate
            {
                floor = level
            }
            level += 0.0025
        }
        return floor
    }
}
