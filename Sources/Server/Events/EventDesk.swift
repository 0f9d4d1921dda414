import Control
import Economics
import Ledger
import Platform
import Policy

/// Looks at a server every second and keeps what is worth telling in the ledger's feed, each once. What the ledger does
/// not take waits here and is posted all the same.
final class EventDesk: Sendable {
    private struct State: Sendable {
        var watch = EventWatch()
        /// What the ledger has not taken yet, oldest first.
        var unsaved: [EventRecord] = []
        /// Alerts told of by them.
        var unannounced: [CapAlert] = []
        var trouble: String?
        var nextSlowLook = Timestamp(microseconds: 0)
    }

    /// Unsaved events kept; a disk that fails for longer must not fill the memory.
    private static let most = 1_000
    /// Between two looks at what changes slowly, in seconds.
    private static let slowPause: Int64 = 600
    /// Older events are kept, and posted to nobody: they are no news.
    private static let newsAge: Int64 = 86_400
    /// Revisions that are looked through for the one a rollback went back to.
    private static let revisionsBack = 20

    private let service: Service
    private let marks: Locked<String?>
    private let renewal: TLSWatch?
    private let state = Locked(State())

    /// - Parameters:
    ///   - marks: Why the registry of own pictures cannot be used, as it was last said.
    ///   - renewal: Of the server's certificate; nil where it has none.
    init(service: Service, marks: Locked<String?>, renewal: TLSWatch?) {
        self.service = service
        self.marks = marks
        self.renewal = renewal
    }

    /// Until cancelled.
    func run(every pause: Duration) async {
        while !Task.isCancelled {
            await look()
            try? await Task.sleep(for: pause)  // Cancelled: the loop ends.
        }
        // What the stop itself brought up.
        await look()
    }

    /// One look. Not called by two at once.
    func look() async {
        let sight = await sight(at: service.clock.now())
        let webhook = service.policies.eventWebhook
        let news = state.withLock { state -> [EventRecord] in
            let events = state.watch.events(sight).map { event in
                var event = event
                let isNew = sight.at.seconds - event.at.seconds <= Self.newsAge
                event.awaitsDelivery = isNew && webhook?.wants(event.kind, event.severity) ?? false
                return event
            }
            state.unsaved = Array((state.unsaved + events).suffix(Self.most))
            state.unannounced += sight.sweep.alerts
            return events
        }
        note(news)
        await save()
    }

    /// What the webhook has still to take and a failing ledger does not know of.
    var unsaved: [EventRecord] {
        state.withLock { $0.trouble == nil ? [] : $0.unsaved.filter(\.awaitsDelivery) }
    }

    /// Notes that the webhook took an event. Throws when the ledger does not keep that: it is posted again.
    func noteDelivered(_ event: EventRecord) async throws(LedgerError) {
        let wasUnsaved = state.withLock { state in
            guard let index = state.unsaved.firstIndex(where: { $0.id == event.id }) else { return false }
            state.unsaved[index].awaitsDelivery = false
            return true
        }
        guard wasUnsaved else { return try await service.store.noteDelivered([event.id]) }
        // A start before this one may have saved it. Where the ledger fails, it is posted again.
        try? await service.store.noteDelivered([event.id])
    }

    private func save() async {
        let (events, alerts) = state.withLock { ($0.unsaved, $0.unannounced) }
        guard !events.isEmpty || !alerts.isEmpty else { return }
        do throws(LedgerError) {
            _ = try await service.store.append(events, announcing: alerts)
            let (saved, told) = (Set(events.map(\.id)), Set(alerts))
            let delivered = state.withLock { state in
                // Posted while they were being saved.
                let delivered = state.unsaved.filter { saved.contains($0.id) && !$0.awaitsDelivery }
                state.unsaved.removeAll { saved.contains($0.id) }
                state.unannounced.removeAll { told.contains($0) }
                state.trouble = nil
                return Set(delivered.map(\.id)).intersection(events.filter(\.awaitsDelivery).map(\.id))
            }
            if !delivered.isEmpty { try await service.store.noteDelivered(delivered) }
        } catch {
            state.withLock { $0.trouble = error.message }
        }
    }

    /// Whatever is grave is in the log too.
    private func note(_ events: [EventRecord]) {
        for event in events where event.severity > .info {
            let advice: [(String, Log.Value)] = event.advice.isEmpty ? [] : [("advice", .text(event.advice))]
            let fields = [("event", Log.Value.text(event.kind.rawValue))] + advice
            service.log.warning(event.text, fields)
        }
    }

    private func sight(at now: Timestamp) async -> EventWatch.Sight {
        var sight = EventWatch.Sight(at: now)
        sight.freeze = service.gateway.spending.latest
        sight.circuits = service.gateway.switchboard.open
        sight.adjustments = service.gateway.strictness.takeChanges()
        sight.marksDamage = marks.withLock { $0 }
        sight.tlsTrouble = renewal?.trouble
        let (known, isSlow, trouble, told) = state.withLock { state in
            (state.watch.revision, state.nextSlowLook <= now, state.trouble, state.unannounced)
        }
        sight.ledgerTrouble = service.gateway.lateWrites.trouble ?? trouble
        do throws(LedgerError) {
            let sweep = try await service.store.sweep(at: now)
            sight.sweep = Sweep(expired: sweep.expired, alerts: sweep.alerts.filter { !told.contains($0) })
            if known < latestRevision { sight.revisions = try await revisions(after: known) }
            if isSlow {
                sight.slow = try await slow(at: now)
                state.withLock { $0.nextSlowLook = now.advanced(bySeconds: Self.slowPause) }
            }
        } catch {
            sight.ledgerTrouble = sight.ledgerTrouble ?? error.message
        }
        return sight
    }

    /// In force, or rolled out beside it.
    private var latestRevision: Int { max(service.policies.revision, service.policies.rollout?.revision ?? 0) }

    private func revisions(after known: Int) async throws(LedgerError) -> [(record: RevisionRecord, backTo: Int?)] {
        var records: [RevisionRecord] = []
        let latest = latestRevision
        // At the start only the one in force is news.
        let first = known == 0 ? latest : known + 1
        for number in max(1, first - Self.revisionsBack)...latest {
            if let record = try await service.store.revision(number: number) { records.append(record) }
        }
        return records.filter { $0.number >= first }.map { ($0, $0.origin(among: records)) }
    }

    private func slow(at now: Timestamp) async throws(LedgerError) -> EventWatch.Slow {
        var slow = EventWatch.Slow()
        slow.tlsEnd = renewal?.nearEnd
        slow.keys = try await service.store.keys()
        for snapshot in service.policies.snapshots { slow.endingPrices += snapshot.endingPrices(at: now) }
        let today = CivilDate(at: now, in: .utc)
        let days = SnapshotQuery.Days(from: today.advanced(byDays: -45), end: today.next.next)
        let imports = Dictionary(grouping: try await service.store.revenueEditions(days)) { $0.entry.row.key.profile }
        for (profile, editions) in imports.sorted(by: { $0.key < $1.key }) {
            if let latest = editions.map(\.importedAt).max() { slow.imports.append((profile, latest)) }
        }
        return slow
    }
}

extension PolicyHolder {
    /// Where events are posted now.
    var eventWebhook: EventWebhook? { snapshots.first?.set.portfolio?.webhook }
}

extension PolicySnapshot {
    /// Prices of the models that answer for this profile, in force at a moment, that end soon and that none follows.
    fileprivate func endingPrices(at now: Timestamp) -> [(profile: String, price: Price, until: Timestamp)] {
        let horizon = now.advanced(bySeconds: EventWatch.priceNotice)
        let tier = profile.cloud.tier.rawValue
        return set.servingModels(for: profile.cloud.model, tier: tier, at: now).compactMap { model in
            // A model without a price is not asked at all.
            guard let price = try? set.prices.price(model: model, tier: tier, at: now), let until = price.until,
                until < horizon, (try? set.prices.price(model: model, tier: tier, at: until)) == nil
            else { return nil }
            return (profile.name, price, until)
        }
    }
}
