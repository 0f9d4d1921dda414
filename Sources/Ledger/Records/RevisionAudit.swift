/// What was known when a revision was applied; kept beside it for good.
package struct RevisionAudit: Sendable, Hashable {
    /// The revision it took the place of.
    package let base: Int
    /// What changed, setting by setting: the JSON of a diff.
    package let diff: [UInt8]
    /// What the plan said it would do: the JSON of a plan.
    package let plan: [UInt8]
    /// Limits that the plan saw broken and that were accepted, as `PROFILE.LIMIT`.
    package let accepted: [String]

    package init(base: Int, diff: [UInt8], plan: [UInt8], accepted: [String]) {
        self.base = base
        self.diff = diff
        self.plan = plan
        self.accepted = accepted
    }
}
