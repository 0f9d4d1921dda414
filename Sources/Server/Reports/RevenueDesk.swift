package import Documents
package import Economics
package import Ledger
import Platform
package import Revenue

/// Takes reported revenue into the ledger.
package struct RevenueDesk: Sendable {
    let store: any LedgerStore

    package init(store: any LedgerStore) { self.store = store }

    /// Keeps rows as editions, all or none. Throws what is wrong with one, or `duplicate` for days told of twice.
    package func take(
        _ rows: [RevenueRow],
        rates: ExchangeRates,
        at now: Timestamp
    ) async throws -> RevenueImport {
        let unknown = Set(rows.map(\.key.timeZone)).filter { !TimeZones.known.contains($0) && $0 != "UTC" }
        if let zone = unknown.min() {
            throw RevenueError(.field, "unknown time zone `\(zone.prefix(60))`: write it like America/Los_Angeles")
        }
        let entries = try rows.map { row throws(RevenueError) in try rates.entry(row) }
        return try await store.importRevenue(entries, at: now)
    }

    /// Events of a JSON document: one object, or an object with a list `events`. Throws `field` naming the event.
    package static func events(
        _ root: DocumentNode,
        profile: String?,
        known: Set<String>,
        now: Timestamp
    ) throws(RevenueError) -> [RevenueEvent] {
        var events: [RevenueEvent] = []
        for (index, node) in (root["events"]?.array ?? [root]).enumerated() {
            let place = "event \(index + 1)"
            guard let id = node["id"]?.string, (1...200).contains(id.utf8.count) else {
                throw RevenueError(.field, "\(place): `id` must be text of 1 to 200 bytes, unique for good")
            }
            guard let name = node["profile"]?.string ?? profile, known.contains(name) else {
                throw RevenueError(
                    .profile,
                    "\(place): `profile` must be one of \(known.sorted().joined(separator: ", "))"
                )
            }
            if let profile, profile != name {
                throw RevenueError(.profile, "\(place): this key is for profile `\(profile)`, not `\(name.prefix(60))`")
            }
            guard let at = node["at"]?.string.flatMap({ Timestamp(iso8601: $0) }) else {
                throw RevenueError(.field, "\(place): `at` must be a moment such as 2026-11-30T02:00:00Z")
            }
            guard now.seconds - at.seconds <= RevenueEvent.longestDelay, at.seconds - now.seconds <= 86_400 else {
                throw RevenueError(.range, "\(place): `at` must be within the last 31 days, found \(at.iso8601)")
            }
            guard
                let micros = node["valueMicros"]?.wholeNumber
                    ?? node["valueMicros"]?.string.flatMap(RevenueValue.integer),
                (0...1_000_000_000).contains(micros)
            else {
                throw RevenueError(
                    .unit,
                    "\(place): `valueMicros` must be a whole number of millionths, 0 to 1000000000 (1000 USD)"
                )
            }
            guard node["currencyCode"]?.string == "USD" else {
                throw RevenueError(
                    .currency,
                    "\(place): `currencyCode` must be USD; import the network's report with --fx for another one"
                )
            }
            let precision = node["precision"]?.string.flatMap(RevenueEvent.Precision.init) ?? .unknown
            let source = node["source"]?.string ?? "events"
            guard (1...60).contains(source.utf8.count) else {
                throw RevenueError(.field, "\(place): `source` must be text of 1 to 60 bytes")
            }
            events.append(
                RevenueEvent(id: id, profile: name, at: at, source: source, micros: micros, precision: precision)
            )
        }
        return events
    }
}

extension RevenueImport {
    /// Counts, and every figure that is another one now.
    package var json: JSON {
        [
            "added": .integer(Int64(added)),
            "unchanged": .integer(Int64(unchanged)),
            "restated": .integer(Int64(changes.count)),
            "changes": .array(
                changes.map { change in
                    [
                        "date": .string(change.key.date.description), "profile": .string(change.key.profile),
                        "source": .string(change.key.source), "country": .string(change.key.country),
                        "edition": .integer(Int64(change.edition)),
                        "beforeNanoUSD": .integer(change.before.nanoUSD),
                        "afterNanoUSD": .integer(change.after.nanoUSD),
                    ]
                }
            ),
        ]
    }

    /// The same for people: counts, then a line for each figure that changed.
    package static func text(of report: JSON) -> String {
        let root = DocumentReader.read(report.encoded(), file: "import", dialect: .json).root
        func count(_ name: String) -> Int64 { root?[name]?.integer ?? 0 }
        var lines = ["\(count("added")) new figures, \(count("restated")) restated, \(count("unchanged")) as they were"]
        for change in root?["changes"]?.array ?? [] {
            func text(_ name: String) -> String { change[name]?.string ?? "" }
            func money(_ name: String) -> Money { Money(nanoUSD: change[name]?.integer ?? 0) }
            lines.append(
                "  \(text("date")) \(text("profile")) \(text("source")) \(text("country")): \(money("beforeNanoUSD")) -> "
                    + "\(money("afterNanoUSD")), edition \(change["edition"]?.integer ?? 0)"
            )
        }
        return lines.joined(separator: "\n")
    }
}
