package import Economics
package import Policy

/// What each threshold would have saved and risked, from recorded uploads whose answers are known: the curves of a
/// profile's first week, when everything is sent.
///
/// A struct state machine: the caller feeds uploads and reads points. Each rule is looked at alone.
package struct Projection: Sendable {
    package enum Measure: String, Sendable, CaseIterable { case sharpness, saliencyArea }

    /// One threshold.
    package struct Point: Sendable {
        package let threshold: Double
        /// Uploads that would have been rejected.
        package let rejected: Int
        /// What their calls cost, audits not taken off.
        package let cost: Money
        /// Those the cloud gave a category other than `other`: right answers lost.
        package let lost: Int
        /// Of those, by category, the most frequent first.
        package let categories: [(category: String, count: Int)]
    }

    /// Thresholds are looked at in hundredths.
    package static let steps = 100

    package let profile: Profile
    /// Judged uploads with scores of the profile's space.
    package private(set) var uploads = 0
    /// Of those, the ones whose answer is known.
    package private(set) var answered = 0
    /// Judged uploads whose scores are of another space, or none.
    package private(set) var others = 0
    package private(set) var cost = Money.zero
    package private(set) var first: Timestamp?
    package private(set) var last: Timestamp?
    private var bins: [Measure: [Bin]] = [:]

    private struct Bin: Sendable {
        var uploads = 0
        var nanoUSD: Int64 = 0
        var categories: [String: Int] = [:]
    }

    package init(profile: Profile) {
        self.profile = profile
        for measure in Measure.allCases { bins[measure] = Array(repeating: Bin(), count: Self.steps) }
    }

    /// Throws `amountOverflow`.
    package mutating func add(_ upload: RecordedUpload) throws(EconomicsError) {
        guard upload.isJudged else { return }
        guard upload.basis == .scores, upload.scoreSpace == profile.scoreSpace else {
            others += 1
            return
        }
        uploads += 1
        if first.map({ upload.at < $0 }) ?? true { first = upload.at }
        if last.map({ $0 < upload.at }) ?? true { last = upload.at }
        var spent: Int64 = 0
        if case .made(let amount, _) = upload.call {
            answered += 1
            cost = try cost.adding(amount)
            spent = amount.nanoUSD
        }
        for measure in Measure.allCases {
            guard let score = score(measure, of: upload.evidence), let bin = Self.bin(of: score) else { continue }
            bins[measure]?[bin].uploads += 1
            bins[measure]?[bin].nanoUSD += spent
            if upload.isUseful { bins[measure]?[bin].categories[upload.category, default: 0] += 1 }
        }
    }

    /// A point for each hundredth from 0 to 1. Throws `amountOverflow`.
    package func curve(of measure: Measure) throws(EconomicsError) -> [Point] {
        var points: [Point] = []
        var rejected = 0
        var cost = Money.zero
        var categories: [String: Int] = [:]
        for step in 0...Self.steps {
            points.append(
                Point(
                    threshold: Double(step) / Double(Self.steps),
                    rejected: rejected,
                    cost: cost,
                    lost: categories.values.reduce(0, +),
                    categories: categories.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
                        .map { ($0.key, $0.value) }
                )
            )
            guard step < Self.steps, let bin = bins[measure]?[step] else { continue }
            rejected += bin.uploads
            cost = try cost.adding(Money(nanoUSD: bin.nanoUSD))
            categories.merge(bin.categories, uniquingKeysWith: +)
        }
        return points
    }

    /// The profile's threshold now.
    package func threshold(of measure: Measure) -> Double {
        switch measure {
        case .sharpness: profile.gate.sharpness.min
        case .saliencyArea: profile.gate.saliencyArea.min
        }
    }

    /// The largest threshold under which the bound of right answers lost, at the profile's confidence, stays inside
    /// `falseRejects.max`; nil when even the smallest one that rejects anything does not.
    package func largestSafe(_ points: [Point]) -> Point? {
        points.last { point in
            point.rejected > 0 && answered > 0
                && BinomialTail.upperBound(
                    hits: min(point.lost, answered),
                    trials: answered,
                    confidence: profile.falseRejects.confidence
                ) <= profile.falseRejects.max
        }
    }

    /// The number that a threshold is compared with, when the rest of its rule says reject; nil when no threshold could.
    private func score(_ measure: Measure, of evidence: Evidence) -> Double? {
        switch measure {
        case .sharpness:
            guard let score = evidence.sharpness, score.isFinite else { return nil }
            return score
        case .saliencyArea:
            let all = Thresholds(sharpness: 0, saliencyArea: .greatestFiniteMagnitude)
            let judgement = Judge.judgement(of: evidence, settings: profile.gate, thresholds: all)
            guard judgement.verdict == .reject, judgement.reasons.contains(.lowSaliency) else { return nil }
            return [
                evidence.absentAreas.contains(.attention) ? nil : evidence.attentionArea,
                evidence.absentAreas.contains(.objectness) ? nil : evidence.objectnessArea,
            ].compactMap { $0 }.max()
        }
    }

    /// The largest hundredth that is not above a score: every larger threshold rejects it. Nil from 1 on.
    private static func bin(of score: Double) -> Int? {
        guard score < 1 else { return nil }
        var bin = max(0, Int(score * Double(steps)))
        while bin + 1 < steps, Double(bin + 1) / Double(steps) <= score { bin += 1 }
        while bin > 0, Double(bin) / Double(steps) > score { bin -= 1 }
        return bin
    }
}
