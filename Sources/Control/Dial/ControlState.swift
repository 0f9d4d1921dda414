/// Where the controller of one profile stands, as clients of its figures see it.
package enum ControlState: String, Sendable, CaseIterable {
    /// Everything is sent and labelled.
    case measure
    /// Next to nothing is rejected: no evidence, or none that still holds.
    case conservative
    /// Thresholds rise step by step as the evidence allows.
    case tighten
    /// The dial holds the target inside its ceilings.
    case hold
    /// The false-reject ceilings forbid the strictness the target needs.
    case targetBlockedByFR = "target_blocked_by_fr"
    /// So much is junk that the target cannot be reached without sending junk.
    case targetBlockedByFloor = "target_blocked_by_floor"
    /// The false-reject ceilings forbid the strictness the budget needs.
    case paceBlockedByFR = "pace_blocked_by_fr"
    /// False rejects rose: back to the last certificate, or to conservative thresholds.
    case alarm
}

/// How far a profile has come.
package enum ControlPhase: String, Sendable, CaseIterable {
    case measure, conservative, tighten, hold
}
