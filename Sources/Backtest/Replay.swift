package import Economics
package import Policy

/// Recorded uploads judged anew by two documents side by side: the one in force and a proposed one. A struct state
/// machine: the caller feeds uploads and reads the figures.
package struct Replay: Sendable {
    package private(set) var today: ReplaySide
    package private(set) var proposed: ReplaySide
    /// Judged uploads that were replayed.
    package private(set) var uploads = 0
    /// Cache hits, undecodable bodies: no document judges them.
    package private(set) var unjudged = 0
    package private(set) var first: Timestamp?
    package private(set) var last: Timestamp?
    /// Uploads with another fate, by what it was and would be.
    package private(set) var changes: [Change: Count] = [:]
    /// Numbers of the first of them, in order, and what became of each.
    package private(set) var changed: [Int64] = []
    package private(set) var fates: [Change] = []
    /// Cost of every call that was made, for the mean and its spread.
    package private(set) var calls = 0
    package private(set) var costNanoUSD = 0.0
    package private(set) var costSquares = 0.0

    /// The most ids of changed uploads that are kept.
    package static let mostChanged = 10_000

    /// Nil: sent.
    package struct Change: Sendable, Hashable {
        package let from: Reason?
        package let to: Reason?

        /// `sent to too_blurry`
        package var text: String { "\(from?.rawValue ?? "sent") to \(to?.rawValue ?? "sent")" }
    }

    package struct Count: Sendable, Hashable {
        package internal(set) var uploads = 0
        /// Those the cloud answered usefully.
        package internal(set) var useful = 0
    }

    /// Whether both documents judge alike, so that one judgement does for both.
    private let judgesAlike: Bool
    /// Whether one of them alone is in phase `measure`, which sends whatever it judges. Where both are, their verdicts are
    /// compared: what they would reject.
    private let changesPhase: Bool

    package init(
        today: (profile: Profile, zone: ZoneOffsets),
        proposed: (profile: Profile, zone: ZoneOffsets)
    ) {
        self.today = ReplaySide(profile: today.profile, zone: today.zone)
        self.proposed = ReplaySide(profile: proposed.profile, zone: proposed.zone)
        judgesAlike =
            today.profile.gate == proposed.profile.gate && today.profile.scoreSpace == proposed.profile.scoreSpace
        changesPhase = today.profile.phase != proposed.profile.phase
    }

    package mutating func add(_ upload: RecordedUpload) {
        guard upload.isJudged else {
            unjudged += 1
            return
        }
        uploads += 1
        if first.map({ upload.at < $0 }) ?? true { first = upload.at }
        if last.map({ $0 < upload.at }) ?? true { last = upload.at }
        var isUseful = false
        if case .made(let cost, let useful) = upload.call {
            calls += 1
            costNanoUSD += Double(cost.nanoUSD)
            costSquares += Double(cost.nanoUSD) * Double(cost.nanoUSD)
            isUseful = useful
        }
        let before = today.judgement(of: upload)
        let after = judgesAlike ? before : proposed.judgement(of: upload)
        today.add(upload, before)
        proposed.add(upload, after)
        guard !judgesAlike || changesPhase else { return }
        let change = Change(from: reject(before, today), to: reject(after, proposed))
        guard change.from != change.to else { return }
        changes[change, default: Count()].uploads += 1
        if isUseful { changes[change, default: Count()].useful += 1 }
        // What goes from one reason to another is rejected all the same.
        guard change.from == nil || change.to == nil, changed.count < Self.mostChanged else { return }
        changed.append(upload.number)
        fates.append(change)
    }

    private func reject(_ judgement: Judgement?, _ side: ReplaySide) -> Reason? {
        guard judgement?.verdict == .reject, !(changesPhase && side.profile.phase == .measure) else { return nil }
        return judgement?.reasons[0]
    }

    /// Mean cost of a call, in nano-USD; nil without calls.
    package var meanCost: Double? { calls == 0 ? nil : costNanoUSD / Double(calls) }

    /// Standard deviation of the cost of a call, in nano-USD; 0 with fewer than two.
    package var costDeviation: Double {
        guard calls > 1, let mean = meanCost else { return 0 }
        return max(0, (costSquares - mean * costNanoUSD) / Double(calls - 1)).squareRoot()
    }
}
