package import Economics
package import Policy

/// One job of pictures that are sent together, at half the price and some time later.
package struct BatchRecord: Sendable, Hashable {
    /// How far it is. Each step is on disk before what follows it.
    package enum State: String, Sendable, CaseIterable {
        /// The pictures are listed; whether the job was sent is to be found out.
        case prepared
        /// The other side has it, under `remote`.
        case sent
        /// Every picture has its decision.
        case done
    }

    /// One picture of a job. It is done once its decision has a row.
    package struct Item: Sendable, Hashable {
        package let decisionID: String
        /// Where the picture lies: pixels are not kept here.
        package let path: String
        package let sha256: [UInt8]
        package let bytes: Int
        package let format: String
        package let width: Int
        package let height: Int
        /// Nil where the gate was not asked.
        package var gate: Gate?

        package init(
            decisionID: String,
            path: String,
            sha256: [UInt8],
            bytes: Int,
            format: String,
            width: Int,
            height: Int,
            gate: Gate? = nil
        ) {
            self.decisionID = decisionID
            self.path = path
            self.sha256 = sha256
            self.bytes = bytes
            self.format = format
            self.width = width
            self.height = height
            self.gate = gate
        }
    }

    /// What the gate made of a picture before it went into a job: its decision has its row a day later.
    package struct Gate: Sendable, Hashable {
        package let verdict: Verdict
        /// The deciding one first; never empty.
        package let reasons: [Reason]
        /// With which it was drawn to be sent all the same; nil when it was not.
        package let auditPropensity: Double?
        package let evidence: Evidence
        /// Nil where nothing was judged.
        package let thresholds: Thresholds?
        /// Nil where nothing was measured.
        package let micros: Int64?

        package init(
            verdict: Verdict,
            reasons: [Reason],
            auditPropensity: Double?,
            evidence: Evidence,
            thresholds: Thresholds?,
            micros: Int64?
        ) {
            self.verdict = verdict
            self.reasons = reasons
            self.auditPropensity = auditPropensity
            self.evidence = evidence
            self.thresholds = thresholds
            self.micros = micros
        }
    }

    /// Also the job's name on the other side, so that one sent just before a crash is found again.
    package let id: String
    package let profile: String
    package let revision: Int
    package let model: String
    package let createdAt: Timestamp
    /// From then on it is no longer waited for: what is missing is asked for one by one.
    package let deadline: Timestamp
    package var state: State
    /// The other side's name: `batches/…`.
    package var remote: String?
    package let items: [Item]

    package init(
        id: String,
        profile: String,
        revision: Int,
        model: String,
        createdAt: Timestamp,
        deadline: Timestamp,
        state: State,
        remote: String?,
        items: [Item]
    ) {
        self.id = id
        self.profile = profile
        self.revision = revision
        self.model = model
        self.createdAt = createdAt
        self.deadline = deadline
        self.state = state
        self.remote = remote
        self.items = items
    }
}
