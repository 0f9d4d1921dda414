package import Economics

/// One change of the switch that stops all spending. Only appended: the last one says what holds.
package struct FreezeRecord: Sendable, Hashable {
    /// Whether spending stops; false resumes it.
    package let isFrozen: Bool
    package let at: Timestamp
    /// A user name of this machine, or an API key's name.
    package let by: String
    /// `cli`, `socket`, `http`; `api` where an answer of the API was the cause.
    package let from: String
    package let reason: String

    package init(isFrozen: Bool, at: Timestamp, by: String, from: String, reason: String) {
        self.isFrozen = isFrozen
        self.at = at
        self.by = by
        self.from = from
        self.reason = reason
    }
}
