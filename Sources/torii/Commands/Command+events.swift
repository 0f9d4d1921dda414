import Documents
import Economics
import Ledger
import Platform
import Policy
import Server

extension Command {
    static let events = Command(
        words: ["events"],
        group: .care,
        summary: "what operators were told of, each once, with what to do about it",
        options: [
            .data,
            Option(name: "server", value: "URL", summary: "ask this server instead, with the key in TORII_KEY"),
            Option(
                name: "since",
                value: "TIME",
                summary: "7d, a moment, or a number of the feed (default: the latest)"
            ),
            Option(name: "limit", value: "N", summary: "1...1000 events (default: 50)"),
            .profile,
            Option(name: "kind", value: "K", summary: "of one kind", choices: EventKind.allCases.map(\.rawValue)),
            Option(
                name: "severity",
                value: "S",
                summary: "this one and graver (default: info)",
                choices: EventSeverity.allCases.map(\.rawValue)
            ),
            .json,
        ],
        examples: [
            ("torii events --data data --since 7d", "the last week, beside a running server too"),
            (
                "torii events --server https://torii.example --severity warning --json",
                "`next` is the --since of a next look"
            ),
        ],
        reference: """
            Kinds, and how grave they are:
            \(EventKind.allCases.map { "  \($0.rawValue.padded(to: 20))\($0.severity.rawValue)" }.joined(separator: "\n"))

            `alertWebhook` in portfolio.json5 gets each of them by POST, at least once; tell repeats by `Torii-Event`.
            `Torii-Webhook-Signature: t=SECONDS,v1=HEX` is the HMAC-SHA256 of "SECONDS.BODY" under the text of
            DATA/webhook.secret. `alertSeverity` and `alertKinds` say which are posted.
            """
    ) { invocation throws(Stop) in
        let query = try eventQuery(invocation)
        if let server = invocation.value("server") {
            let answer = try await ServerReading(base: server).answer("/v1/events", query.items)
            if invocation.has("json") {
                invocation.console.out(JSON(answer).text(pretty: true))
            } else {
                show((answer["events"]?.array ?? []).compactMap { EventRecord($0) }, in: .utc, invocation)
            }
            return .done
        }
        let store = try await DataFolder.reading(try invocation.required("data"))
        let zone = try await livePolicies(store)?.snapshots.first?.zone ?? .utc
        let events = try await stopping { () throws(LedgerError) in try await store.events(query) }
        await store.close()
        if invocation.has("json") {
            invocation.console.out(EventRecord.page(events, after: query.after).text(pretty: true))
        } else {
            show(events, in: zone, invocation)
        }
        return .done
    }

    private static func show(_ events: [EventRecord], in zone: ZoneOffsets, _ invocation: Invocation) {
        for event in events { invocation.console.out(event.text(in: zone)) }
        if events.isEmpty { invocation.console.out("no events") }
    }

    private static func eventQuery(_ invocation: Invocation) throws(Stop) -> EventQuery {
        var query = EventQuery(limit: try invocation.integer("limit", in: 1...1_000, default: 50))
        if let text = invocation.value("since") {
            if let number = Int64(text), number >= 0 {
                query.after = number
            } else if let moment = Timestamp(iso8601: text) {
                query.since = moment
            } else if let age = try invocation.duration("since", in: .seconds(1)...(.seconds(3_660 * 86_400))) {
                query.since = WallClock.system.now().advanced(bySeconds: -age.components.seconds)
            }
        }
        query.profile = invocation.value("profile")
        query.kind = invocation.value("kind").flatMap(EventKind.init)
        query.severity = invocation.value("severity").flatMap(EventSeverity.init) ?? .info
        return query
    }
}

extension EventQuery {
    /// As `GET /v1/events` takes it.
    fileprivate var items: [(name: String, value: String)] {
        var items = [(name: "limit", value: "\(limit)"), (name: "severity", value: severity.rawValue)]
        if let after { items.append(("since", "\(after)")) }
        if let since { items.append(("since", since.iso8601)) }
        if let profile { items.append(("profile", profile)) }
        if let kind { items.append(("kind", kind.rawValue)) }
        return items
    }
}

extension EventRecord {
    /// As a server shows it; nil for one of a newer version.
    fileprivate init?(_ node: DocumentNode) {
        guard let id = node["id"]?.string, let at = node["at"]?.string.flatMap({ Timestamp(iso8601: $0) }),
            let kind = node["kind"]?.string.flatMap(EventKind.init),
            let severity = node["severity"]?.string.flatMap(EventSeverity.init), let text = node["text"]?.string
        else { return nil }
        self.init(
            number: node["number"]?.integer ?? 0,
            id: id,
            at: at,
            kind: kind,
            severity: severity,
            profile: node["profile"]?.string,
            text: text,
            advice: node["advice"]?.string ?? ""
        )
    }
}
