import Documents

/// What became of a policy change.
struct PolicyChangeReport {
    /// `applied`, `staged` or `unchanged`.
    let outcome: String
    /// The revision made, or the one that holds these documents.
    let revision: Int

    init(outcome: String, revision: Int) {
        self.outcome = outcome
        self.revision = revision
    }

    /// A server's answer over its socket.
    init(_ answer: DocumentNode) {
        self.init(outcome: answer["outcome"]?.string ?? "applied", revision: Int(answer["revision"]?.integer ?? 0))
    }

    func show(_ invocation: Invocation) {
        if invocation.has("json") {
            let report: JSON = ["outcome": .string(outcome), "revision": .integer(Int64(revision))]
            invocation.console.out(report.text())
        } else if outcome == "unchanged" {
            invocation.console.out("nothing to change: revision \(revision) holds these documents already")
        } else if outcome == "staged" {
            invocation.console.out("revision \(revision) judges its share of the uploads: see torii policy compare")
        } else {
            invocation.console.out("applied as revision \(revision)")
        }
    }
}
