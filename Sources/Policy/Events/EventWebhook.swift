/// Where events are posted, and which.
package struct EventWebhook: Sendable, Hashable {
    /// An https URL, or one of this machine.
    package let url: String
    /// Less grave ones are not posted.
    package let severity: EventSeverity
    /// Nil: of every kind.
    package let kinds: Set<EventKind>?

    package init(url: String, severity: EventSeverity = .info, kinds: Set<EventKind>? = nil) {
        self.url = url
        self.severity = severity
        self.kinds = kinds
    }

    /// Whether an event is to be posted.
    package func wants(_ kind: EventKind, _ severity: EventSeverity) -> Bool {
        severity >= self.severity && kinds.map { $0.contains(kind) } ?? true
    }
}
