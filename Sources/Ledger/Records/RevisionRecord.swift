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

    package init(number: Int, at: Timestamp, by: String, from: String, reason: String, documents: [PolicyDocument]) {
        self.number = number
        self.at = at
        self.by = by
        self.from = from
        self.reason = reason
        self.documents = documents
    }
}
