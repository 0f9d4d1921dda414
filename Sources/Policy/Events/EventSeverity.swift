/// How grave an event is: from what is good to know to what costs money or answers until somebody acts.
package enum EventSeverity: String, Sendable, CaseIterable, Comparable {
    case info, warning, critical

    package static func < (left: EventSeverity, right: EventSeverity) -> Bool { left.rank < right.rank }

    /// The severities from this one up.
    package var andGraver: [EventSeverity] { Self.allCases.filter { $0 >= self } }

    private var rank: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .critical: 2
        }
    }
}
