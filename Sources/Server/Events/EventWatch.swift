import Control
import Economics
import Gemini
import Ledger
import Policy

/// Tells from one look at a server to the next what is worth telling an operator. A state machine: looks come in, events
/// go out.
struct EventWatch: Sendable {
    /// What a look saw.
    struct Sight: Sendable {
        var at: Timestamp
        var sweep = Sweep(expired: 0, alerts: [])
        /// Of the ledger's, those not seen yet.
        var revisions: [(record: RevisionRecord, backTo: Int?)] = []
        /// The last change of the switch.
        var freeze: FreezeRecord?
        var circuits: [Circuits.Open] = []
        var adjustments: [StrictnessDesk.Change] = []
        /// Why the registry of own pictures cannot be used.
        var marksDamage: String?
        /// Why the server's new certificate or key is not taken.
        var tlsTrouble: String?
        /// Why the ledger does not take what it should; nil while it does.
        var ledgerTrouble: String?
        /// What changes slowly; nil: not looked at this time.
        var slow: Slow?
    }

    /// What need not be looked at every second.
    struct Slow: Sendable {
        var keys: [KeyRecord] = []
        /// In force now for calls of a profile, and ending within ``priceNotice`` without one that follows.
        var endingPrices: [(profile: String, price: Price, until: Timestamp)] = []
        /// When the server's certificate ends, or has ended, where that is near.
        var tlsEnd: Timestamp?
        /// When revenue of a profile was last imported.
        var imports: [(profile: String, at: Timestamp)] = []
    }

    /// Before a key or a price ends, in seconds.
    static let keyNotice: Int64 = 7 * 86_400
    static let priceNotice: Int64 = 14 * 86_400
    /// Without an import, in seconds.
    static let revenueAge: Int64 = 2 * 86_400

    private(set) var revision = 0
    private var freeze: FreezeRecord?
    private var circuits: Set<Circuits.Open> = []
    private var troubleSince: Timestamp?
    private var marksDamage: String?
    private var tlsTrouble: String?

    mutating func events(_ sight: Sight) -> [EventRecord] {
        var events = ledgerEvents(sight)
        events += sight.sweep.alerts.map { EventRecord($0) }
        if sight.sweep.expired > 0 { events.append(.holdsExpired(sight.sweep.expired, at: sight.at)) }
        for (record, earlier) in sight.revisions.sorted(by: { $0.record.number < $1.record.number }) {
            events.append(EventRecord(record, backTo: earlier))
            revision = max(revision, record.number)
        }
        if let freeze = sight.freeze, freeze != self.freeze { events.append(EventRecord(freeze)) }
        freeze = sight.freeze
        events += circuitEvents(sight)
        events += sight.adjustments.map { EventRecord($0, at: sight.at) }
        if let damage = sight.marksDamage, damage != marksDamage {
            events.append(.marksUnreadable(damage, at: sight.at))
        }
        marksDamage = sight.marksDamage
        if let trouble = sight.tlsTrouble, trouble != tlsTrouble {
            events.append(.tlsPairRefused(trouble, at: sight.at))
        }
        tlsTrouble = sight.tlsTrouble
        if let slow = sight.slow { events += Self.events(of: slow, at: sight.at) }
        return events
    }

    private mutating func ledgerEvents(_ sight: Sight) -> [EventRecord] {
        switch (troubleSince, sight.ledgerTrouble) {
        case (nil, let cause?):
            troubleSince = sight.at
            return [.ledgerTrouble(cause, at: sight.at)]
        case (let since?, nil):
            troubleSince = nil
            return [.ledgerRecovered(since: since, at: sight.at)]
        default: return []
        }
    }

    private mutating func circuitEvents(_ sight: Sight) -> [EventRecord] {
        let now = Set(sight.circuits)
        defer { circuits = now }
        let opened = sight.circuits.filter { !circuits.contains($0) }
        // A circuit that is open for another cause now has not resumed.
        let closed = circuits.subtracting(now).filter { old in !now.contains { $0.model == old.model } }
        return opened.map { .upstreamStopped($0, at: sight.at) }
            + closed.sorted { ($0.model ?? "") < ($1.model ?? "") }.map { .upstreamResumed($0, at: sight.at) }
    }

    private static func events(of slow: Slow, at now: Timestamp) -> [EventRecord] {
        let good = slow.keys.filter { $0.isGood(at: now) }
        let horizon = now.advanced(bySeconds: keyNotice)
        let expiring = good.filter { key in
            // One that a later key of its line follows ends as it was meant to.
            guard let end = key.expiresAt, end < horizon else { return false }
            return !good.contains { $0.client == key.client && $0.expiresAt.map { $0 > end } ?? true }
        }
        let stale = slow.imports.filter { now.seconds - $0.at.seconds > revenueAge }
        return expiring.map { .keyExpiring($0, at: now) }
            + slow.endingPrices.map { .priceEnding($0.price, profile: $0.profile, until: $0.until, at: now) }
            + stale.map { .revenueStale(profile: $0.profile, since: $0.at, at: now) }
            + (slow.tlsEnd.map { [.tlsCertificateEnding($0, at: now)] } ?? [])
    }
}
