package import Economics
package import Policy

/// One applied policy folder. Revisions only grow.
package struct RevisionRecord: Sendable, Hashable {
    package let number: Int
    package let at: Timestamp
    /// Who applied it: a user name of this machine, or an API key's name.
    package let by: String
    /// From where: `cli`, `socket`, `http`, `first-start`.
    package let from: String
    package let reason: String
    package let documents: [PolicyDocument]
    /// What an upload of each profile earns while this revision holds; kept as rows of their own, so that reports of
    /// the past need not read old documents.
    package let revenue: [RevenueTerms]
    /// What was known when it was applied; nil for the first one, and for those of before audits were kept.
    package let audit: RevisionAudit?
    /// Which uploads it judges beside the revision in force; nil: it is, or was, in force itself.
    package let stage: RevisionStage?

    package init(
        number: Int,
        at: Timestamp,
        by: String,
        from: String,
        reason: String,
        documents: [PolicyDocument],
        revenue: [RevenueTerms],
        audit: RevisionAudit? = nil,
        stage: RevisionStage? = nil
    ) {
        self.number = number
        self.at = at
        self.by = by
        self.from = from
        self.reason = reason
        self.documents = documents
        self.revenue = revenue
        self.audit = audit
        self.stage = stage
    }
}

/// What an upload of one profile earns.
package struct RevenueTerms: Sendable, Hashable {
    package let profile: String
    package let settings: RevenueSettings

    package init(profile: String, settings: RevenueSettings) {
        self.profile = profile
        self.settings = settings
    }
}
