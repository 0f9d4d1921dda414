package import Policy

/// One judged upload as the controller sees it. It holds no label: whether an answer would have been right is told
/// afterwards, and only of uploads that were sent.
package struct ControlUpload: Sendable, Hashable {
    /// Milliseconds in the budget's zone.
    package let time: Int64
    package let scores: GateScores
    /// A hash of the upload's id: breaks ties.
    package let hash: UInt64
    /// A hash of the client's id; nil when it gave none.
    package let client: UInt64?
    /// 64 uniform bits for the audit.
    package let randomness: UInt64
    /// What sending it costs, in nano-USD.
    package let cost: Int64
    /// What it adds to the budget, in nano-USD.
    package let revenue: Int64

    package init(
        time: Int64,
        scores: GateScores,
        hash: UInt64,
        client: UInt64?,
        randomness: UInt64,
        cost: Int64,
        revenue: Int64
    ) {
        self.time = time
        self.scores = scores
        self.hash = hash
        self.client = client
        self.randomness = randomness
        self.cost = cost
        self.revenue = revenue
    }

    /// 0..<1, for ties.
    var tie: Double { Double(hash >> 11) * 0x1p-53 }
}

/// What the controller made of one upload.
package struct ControlDecision: Sendable, Hashable {
    /// Uploads judged before it: its place in the controller's own order.
    package let number: Int
    package let verdict: Verdict
    /// Rejected, and sent all the same.
    package let isAudit: Bool
    /// The probability with which it was drawn, known before the draw; nil where nothing was to be drawn.
    package let propensity: Double?
    /// Strictness: the share of the ranks that is to be rejected. It leaves 0...1 at either end when it must.
    package let theta: Double
    /// The thresholds this upload was judged by: rejected exactly when a score is below its threshold.
    package let thresholds: Thresholds
    package let state: ControlState
    /// Whether a floor, a ceiling or a rule outside the dial decided otherwise than strictness alone would have.
    package let isClamped: Bool

    package var isSent: Bool { verdict == .send || isAudit }

    /// The same, decided otherwise.
    func deciding(_ verdict: Verdict, isAudit: Bool) -> ControlDecision {
        ControlDecision(
            number: number,
            verdict: verdict,
            isAudit: isAudit,
            propensity: propensity,
            theta: theta,
            thresholds: thresholds,
            state: state,
            isClamped: isClamped
        )
    }
}
