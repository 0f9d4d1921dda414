/// What a profile's send-rate controller made of one upload: enough, with the row's scores and thresholds, to decide it
/// again.
package struct ControlMark: Sendable, Hashable {
    /// Uploads the controller had judged before it.
    package let number: Int64
    /// Strictness: the share of the ranks to be rejected; it may leave 0...1.
    package let strictness: Double
    /// The state it was in, as `torii control status` names it.
    package let state: String
    /// The probability of an audit, known before the draw; nil where none was to be drawn.
    package let propensity: Double?
    /// What a send was expected to cost, in nano-USD.
    package let cost: Int64
    /// Whether the saliency gate could have rejected it at some threshold: bypassed and incomplete pictures it cannot.
    package let hasArea: Bool

    package init(
        number: Int64,
        strictness: Double,
        state: String,
        propensity: Double?,
        cost: Int64,
        hasArea: Bool
    ) {
        self.number = number
        self.strictness = strictness
        self.state = state
        self.propensity = propensity
        self.cost = cost
        self.hasArea = hasArea
    }
}
