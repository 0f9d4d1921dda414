import Documents
import Economics
import Ledger
import Policy

extension EventRecord {
    /// A cap that was passed or neared.
    init(_ alert: CapAlert) {
        let isReached = alert.threshold == CapAlert.exhausted
        let holder = alert.holder.text
        self.init(
            id: "cap/\(holder)/\(alert.kind.rawValue)/\(alert.windowID)/\(alert.threshold)",
            at: alert.at,
            kind: isReached ? .capReached : .capNear,
            profile: alert.holder.profileName,
            text: alert.text,
            facts: JSON.object(alert.facts).encoded()
        )
    }

    /// Calls whose bill never came.
    static func holdsExpired(_ count: Int, at now: Timestamp) -> EventRecord {
        EventRecord(
            id: "holds/\(now.microseconds)",
            at: now,
            kind: .holdsExpired,
            profile: nil,
            text: "\(count == 1 ? "1 hold" : "\(count) holds") expired: settled in full, flagged uncertain",
            facts: JSON.object([.init("holds", .integer(Int64(count)))]).encoded()
        )
    }

    static func priceEnding(_ price: Price, profile: String, until: Timestamp, at now: Timestamp) -> EventRecord {
        EventRecord(
            id: "price/\(profile)/\(price.id)/ending",
            at: now,
            kind: .priceEnding,
            profile: profile,
            text: "the price of `\(price.model)` in the tier `\(price.tier)` ends at \(until.iso8601) and none follows",
            facts: JSON.object([.init("price", .string(price.id)), .init("until", .string(until.iso8601))]).encoded()
        )
    }

    static func revenueStale(profile: String, since: Timestamp, at now: Timestamp) -> EventRecord {
        EventRecord(
            id: "revenue/\(profile)/\(since.microseconds)/stale",
            at: now,
            kind: .revenueStale,
            profile: profile,
            text: "no revenue was imported since \(since.iso8601): budgets by revenue use old figures",
            facts: JSON.object([.init("lastImport", .string(since.iso8601))]).encoded()
        )
    }

    static func ledgerTrouble(_ cause: String, at now: Timestamp) -> EventRecord {
        EventRecord(
            id: "ledger/\(now.microseconds)",
            at: now,
            kind: .ledgerTrouble,
            profile: nil,
            text: "the ledger does not take what is written: \(cause)"
        )
    }

    /// Writes that an earlier start acknowledged and this one does not find.
    static func lost(_ lost: LostCommits, at now: Timestamp) -> EventRecord {
        EventRecord(
            id: "ledger/\((lost.at ?? now).microseconds)/lost",
            at: now,
            kind: .ledgerTrouble,
            profile: nil,
            text: "\(lost.text): compare with the bill, restore a backup where that knows more"
        )
    }

    static func ledgerRecovered(since: Timestamp, at now: Timestamp) -> EventRecord {
        EventRecord(
            id: "ledger/\(since.microseconds)/recovered",
            at: now,
            kind: .ledgerRecovered,
            profile: nil,
            text: "the ledger takes what is written again, after \(now.seconds - since.seconds) s"
        )
    }
}

extension CapAlert {
    /// `profile/ios: 80.2 % of the day's cap of 3.00 USD is used`, or that calls are refused. Used is what is spent and held,
    /// as on screens.
    var text: String {
        let cap = "the \(kind.rawValue)'s cap of \(limit)"
        let used = FigureText.share(Double(enforced.nanoUSD) / Double(max(1, limit.nanoUSD)), decimals: 1)
        guard threshold == Self.exhausted else { return "\(holder.text): \(used) of \(cap) is used" }
        return
            "\(holder.text): a call did not fit \(cap) (\(used) used); such calls stay local until the next \(kind.rawValue)"
    }

    /// The figures behind it.
    var facts: [JSON.Member] {
        [
            .init("holder", .string(holder.text)),
            .init("window", .string(kind.rawValue)),
            .init("windowId", .string(windowID)),
            .init("share", .double(Double(threshold) / 1_000)),
            .init("exhausted", .bool(threshold == Self.exhausted)),
            .init("limitNanoUSD", .integer(limit.nanoUSD)),
            .init("enforcedNanoUSD", .integer(enforced.nanoUSD)),
        ]
    }

    /// For the dashboard's numbers.
    var json: JSON {
        .object(facts + [.init("at", .string(at.iso8601)), .init("text", .string(text))])
    }
}

extension CapHolder {
    fileprivate var profileName: String? {
        switch self {
        case .portfolio: nil
        case .profile(let name), .key(let name, _): name
        }
    }
}
