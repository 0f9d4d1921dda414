package import Economics
package import Policy

/// A picture that a device scored and that came here all the same.
package struct ScoredTwice: Sendable, Hashable {
    package let profile: String
    package let at: Timestamp
    package let device: DeviceScores
    /// What was measured here; every score is nil when nothing was.
    package let evidence: Evidence
    /// Of the server's own scores; nil when not judged.
    package let verdict: Verdict?
    /// The answer's primary category where the cloud was asked for it just then; nil where it was not.
    package let category: String?

    package init(
        profile: String,
        at: Timestamp,
        device: DeviceScores,
        evidence: Evidence,
        verdict: Verdict?,
        category: String?
    ) {
        self.profile = profile
        self.at = at
        self.device = device
        self.evidence = evidence
        self.verdict = verdict
        self.category = category
    }
}

/// Which pictures scored twice to read: of hours in `hours`, the newest `limit`.
package struct ScoredTwiceQuery: Sendable, Hashable {
    package let hours: SnapshotQuery.Hours
    /// Nil: of all profiles.
    package let profile: String?
    package let limit: Int

    package init(hours: SnapshotQuery.Hours, profile: String? = nil, limit: Int) {
        self.hours = hours
        self.profile = profile
        self.limit = limit
    }
}
