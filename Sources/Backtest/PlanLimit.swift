package import Policy

/// A limit of a profile that a change would break.
package enum PlanLimit: String, Sendable, CaseIterable {
    /// More right answers may be lost than `falseRejects.max`.
    case falseRejects
    /// Calls cost more than `budget.maxShareOfRevenue` of the revenue.
    case maxShareOfRevenue
    /// The thresholds are those of another scorer or version than the scores they would judge.
    case scoreSpace

    /// The limits that hold under `today` or are not made worse there, and are broken under `proposed`.
    ///
    /// A limit that stands broken already is not this change's doing unless the change makes it worse: otherwise nothing
    /// could be changed until it is mended.
    package static func broken(
        today: (figures: PlanFigures, profile: Profile),
        proposed: (figures: PlanFigures, profile: Profile)
    ) -> [PlanLimit] {
        var limits: [PlanLimit] = []
        if losesMore(today, proposed) { limits.append(.falseRejects) }
        if let most = proposed.profile.budget.maxShareOfRevenue {
            let after = share(proposed.figures)
            if after > most, after > share(today.figures) || most < today.profile.budget.maxShareOfRevenue ?? 1 {
                limits.append(.maxShareOfRevenue)
            }
        }
        if borrowsThresholds(today.profile, proposed.profile) { limits.append(.scoreSpace) }
        return limits
    }

    private static func losesMore(
        _ today: (figures: PlanFigures, profile: Profile),
        _ proposed: (figures: PlanFigures, profile: Profile)
    ) -> Bool {
        // In phase measure nothing is lost: everything is sent.
        guard proposed.profile.phase == .enforce, proposed.figures.uploads > 0 else { return false }
        let most = proposed.profile.falseRejects.max
        let before = today.profile.phase == .enforce ? today.figures.lost : nil
        let after = proposed.figures.lost
        guard let bound = after.upperBound else {
            // Nobody ever looked at what today rejects: what the proposal loses besides is known, and decides. From phase
            // measure, where nothing is lost, into the unknown is worse.
            return before.map { after.atLeast > most && after.atLeast > $0.atLeast } ?? true
        }
        guard bound > most else { return false }
        guard let before else { return true }
        guard let earlier = before.upperBound else { return (after.estimate ?? 0) > most }
        return bound > earlier || most < today.profile.falseRejects.max
    }

    private static func share(_ figures: PlanFigures) -> Double { figures.costShare ?? 0 }

    /// Another score space, and the thresholds of the old one: what a number of one scorer means, another does not say.
    /// Or a version of our own scorer that is not the one this version measures with.
    package static func borrowsThresholds(_ today: Profile, _ proposed: Profile) -> Bool {
        guard today.scoreSpace != proposed.scoreSpace, proposed.phase == .enforce, proposed.gate.enabled else {
            return false
        }
        if OwnScorer.isOtherVersion(proposed.scoreSpace) { return true }
        return today.gate.sharpness.min == proposed.gate.sharpness.min
            && today.gate.saliencyArea.min == proposed.gate.saliencyArea.min
    }
}
