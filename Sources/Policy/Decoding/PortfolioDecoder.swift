import Documents

/// Reads `portfolio.json5`: money across profiles.
enum PortfolioDecoder {
    /// Nil when something is wrong.
    static func portfolio(_ root: DocumentNode, knownZones: Set<String>, remarks: Remarks) -> Portfolio? {
        guard let object = ObjectReader(root, path: "", shape: .portfolio, remarks: remarks),
            let budget = object.requiredObject("budget")
        else { return nil }
        let decoder = CapsDecoder(knownZones: knownZones)
        let caps = decoder.caps(budget)
        let alerts = decoder.alerts(budget)
        let firstWeekday = decoder.firstWeekday(budget)
        let zone = budget.required("timeZone").flatMap(decoder.timeZone)
        var webhook: EventWebhook?
        if let field = object.optional("alertWebhook") {
            guard let url = field.webhook() else { return nil }
            webhook = Self.webhook(object, url: url)
            if webhook == nil { return nil }
        } else if let key = ["alertSeverity", "alertKinds"].first(where: { object.optional($0) != nil }) {
            object.optional(key)?.fail(.conflict, "`alertWebhook` beside it: it says what is posted there")
            return nil
        }
        guard let caps, let alerts, let firstWeekday, let zone else { return nil }
        if caps.isEmpty { remarks.warning(.noCap, at: budget.node, field: "budget", "the portfolio has no cap") }
        return Portfolio(
            caps: caps,
            alerts: alerts,
            timeZone: zone,
            firstWeekday: firstWeekday,
            webhook: webhook
        )
    }

    private static func webhook(_ object: ObjectReader, url: String) -> EventWebhook? {
        var severity = EventSeverity.info
        if let field = object.optional("alertSeverity") {
            guard let word = field.choice(EventSeverity.self) else { return nil }
            severity = word
        }
        guard let field = object.optional("alertKinds") else { return EventWebhook(url: url, severity: severity) }
        guard let kinds = field.choices(EventKind.self) else { return nil }
        return EventWebhook(url: url, severity: severity, kinds: Set(kinds))
    }
}
