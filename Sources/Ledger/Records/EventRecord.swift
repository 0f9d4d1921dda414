package import Economics
package import Policy

/// One thing an operator is told of, once: in the feed, on the dashboard, in the log and to the webhook.
package struct EventRecord: Sendable, Hashable {
    /// Its place in the feed, from 1; 0 until the ledger gives it one.
    package var number: Int64
    /// What happened, not when it was noticed: the same thing seen twice has the same id and is kept once.
    package let id: String
    package let at: Timestamp
    package let kind: EventKind
    package let severity: EventSeverity
    /// Nil: of no profile, or of all.
    package let profile: String?
    /// One sentence without the time.
    package let text: String
    /// What to do; empty where nothing need be done.
    package let advice: String
    /// The figures behind the sentence: a JSON object.
    package let facts: [UInt8]
    /// Whether the webhook has still to take it.
    package var awaitsDelivery: Bool

    package init(
        number: Int64 = 0,
        id: String,
        at: Timestamp,
        kind: EventKind,
        severity: EventSeverity? = nil,
        profile: String?,
        text: String,
        advice: String? = nil,
        facts: [UInt8] = [UInt8]("{}".utf8),
        awaitsDelivery: Bool = false
    ) {
        self.number = number
        self.id = id
        self.at = at
        self.kind = kind
        self.severity = severity ?? kind.severity
        self.profile = profile
        self.text = text
        self.advice = advice ?? kind.advice
        self.facts = facts
        self.awaitsDelivery = awaitsDelivery
    }
}

/// Which events are wanted.
package struct EventQuery: Sendable, Hashable {
    /// Those that follow this number or moment, the first of them first; with neither, the latest.
    package var after: Int64?
    package var since: Timestamp?
    /// 1...1,000.
    package var limit: Int
    /// This profile's and those of none; nil: all.
    package var profile: String?
    /// Nil: every kind.
    package var kind: EventKind?
    /// Less grave ones are left out.
    package var severity: EventSeverity
    /// Only what the webhook has still to take.
    package var isAwaitingDelivery: Bool

    package init(
        after: Int64? = nil,
        since: Timestamp? = nil,
        limit: Int = 100,
        profile: String? = nil,
        kind: EventKind? = nil,
        severity: EventSeverity = .info,
        isAwaitingDelivery: Bool = false
    ) {
        self.after = after
        self.since = since
        self.limit = limit
        self.profile = profile
        self.kind = kind
        self.severity = severity
        self.isAwaitingDelivery = isAwaitingDelivery
    }

    /// Whether the first of many are wanted, not the last.
    package var isFromStart: Bool { after != nil || since != nil || isAwaitingDelivery }

    package func wants(_ event: EventRecord) -> Bool {
        event.number > after ?? 0 && since.map { event.at >= $0 } ?? true
            && (profile == nil || event.profile == nil || event.profile == profile)
            && kind.map { event.kind == $0 } ?? true && event.severity >= severity
            && (!isAwaitingDelivery || event.awaitsDelivery)
    }
}
