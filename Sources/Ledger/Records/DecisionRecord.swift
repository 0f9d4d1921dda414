package import Economics
package import Policy

/// The one row of one upload (or of one device's question).
package struct DecisionRecord: Sendable, Hashable {
    /// Which route asked.
    package enum Route: String, Sendable, CaseIterable {
        /// An image came.
        case classify
        /// Only on-device scores came. A `send` here is not an upload yet: its outcome is nil and the upload follows.
        case gate
        /// A Google SDK's call. With one picture it is an upload; any other call has no outcome.
        case gemini
    }

    /// What the idempotency key was bound to.
    package struct Idempotency: Sendable, Hashable {
        /// The API key's id: keys of different clients never meet.
        package let scope: String
        package let key: String

        package init(scope: String, key: String) {
            self.scope = scope
            self.key = key
        }
    }

    package struct Image: Sendable, Hashable {
        /// Of the whole body.
        package let sha256: [UInt8]
        package let bytes: Int
        package let format: String
        /// 0 when undecodable.
        package let width: Int
        package let height: Int

        package init(sha256: [UInt8], bytes: Int, format: String, width: Int, height: Int) {
            self.sha256 = sha256
            self.bytes = bytes
            self.format = format
            self.width = width
            self.height = height
        }
    }

    package var id: String
    package var route: Route
    package var profile: String
    package var revision: Int
    package var at: Timestamp
    /// Start of the hour in the profile's zone: the roll-up bucket.
    package var hour: Timestamp
    package var verdict: Verdict?
    package var outcome: Outcome?
    package var source: Source?
    /// The first decides.
    package var reasons: [Reason]
    /// Whether it counts for the send rate.
    package var judged: Bool
    /// The probability with which this reject was drawn to be sent; nil when it was no reject or not drawn.
    package var auditPropensity: Double?
    package var scoreSpace: String
    package var evidence: Evidence
    package var thresholds: Thresholds?
    package var image: Image?
    /// Sum of the settled cost of its attempts.
    package var cost: Money
    package var model: String?
    package var emulated: Bool
    package var latencyMicros: Int64
    /// Decode and measure; nil when not measured.
    package var gateMicros: Int64?
    package var idempotency: Idempotency?
    /// The body that was answered, for replays and `GET /v1/decisions/{id}`.
    package var answer: [UInt8]
    package var answerStatus: Int
    /// Id of the API key it came with; empty for none.
    package var client: String
    /// Primary category that was answered, whatever its source; nil without one.
    package var category: String?
    /// Nil where no send-rate controller judged it.
    package var control: ControlMark?
    /// What the device's own scorer said; nil where no scores came with the picture.
    package var device: DeviceScores?
    /// Nil where no answer of before had to do with it.
    package var donor: Donor?

    package init(
        id: String,
        route: Route,
        profile: String,
        revision: Int,
        at: Timestamp,
        hour: Timestamp,
        verdict: Verdict?,
        outcome: Outcome?,
        source: Source?,
        reasons: [Reason],
        judged: Bool,
        auditPropensity: Double? = nil,
        scoreSpace: String,
        evidence: Evidence,
        thresholds: Thresholds?,
        image: Image?,
        cost: Money,
        model: String?,
        emulated: Bool,
        latencyMicros: Int64,
        gateMicros: Int64?,
        idempotency: Idempotency?,
        answer: [UInt8],
        answerStatus: Int,
        client: String = "",
        category: String? = nil,
        control: ControlMark? = nil,
        device: DeviceScores? = nil,
        donor: Donor? = nil
    ) {
        self.id = id
        self.route = route
        self.profile = profile
        self.revision = revision
        self.at = at
        self.hour = hour
        self.verdict = verdict
        self.outcome = outcome
        self.source = source
        self.reasons = reasons
        self.judged = judged
        self.auditPropensity = auditPropensity
        self.scoreSpace = scoreSpace
        self.evidence = evidence
        self.thresholds = thresholds
        self.image = image
        self.cost = cost
        self.model = model
        self.emulated = emulated
        self.latencyMicros = latencyMicros
        self.gateMicros = gateMicros
        self.idempotency = idempotency
        self.answer = answer
        self.answerStatus = answerStatus
        self.client = client
        self.category = category
        self.control = control
        self.device = device
        self.donor = donor
    }
}
