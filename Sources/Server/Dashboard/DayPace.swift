import Economics
import Ledger

/// How the day's spend goes against what caps leave it, if the rest of the day is like what is gone of it.
struct DayPace: Sendable, Hashable {
    /// What the day will have cost; never more than its caps allow.
    let forecast: Money
    /// Share of the room that is used by share of the day that is gone: above 1 it will not last. Nil without a cap.
    let ratio: Double?
    /// When the room is used up, if that is before midnight.
    let fillsCap: Timestamp?

    /// Less of a day says nothing about the rest.
    private static let enough = 0.04

    /// Nil while too little of the day is gone to say.
    ///
    /// - Parameters:
    ///   - enforced: Settled and held since `start`.
    ///   - room: The most the day may cost; nil: no cap.
    init?(enforced: Money, room: Money?, from start: Timestamp, to end: Timestamp, at now: Timestamp) {
        let length = Double(end.seconds - start.seconds)
        let gone = length > 0 ? Double(now.seconds - start.seconds) / length : 0
        guard gone >= Self.enough else { return nil }
        let projected = Double(enforced.nanoUSD) / min(1, gone)
        guard let room, room > .zero else {
            forecast = Money(nanoUSD: Int64(min(projected, 9e18).rounded()))
            ratio = room == nil ? nil : enforced > .zero ? 1_000 : 0
            fillsCap = room == nil ? nil : now
            return
        }
        ratio = Double(enforced.nanoUSD) / Double(room.nanoUSD) / min(1, gone)
        if enforced >= room {
            forecast = room
            fillsCap = now
        } else if projected > Double(room.nanoUSD) {
            forecast = room
            let share = Double(room.nanoUSD) / projected
            fillsCap = Timestamp.seconds(start.seconds + Int64((share * length).rounded(.down)))
        } else {
            forecast = Money(nanoUSD: Int64(projected.rounded()))
            fillsCap = nil
        }
    }
}

extension DashboardSnapshot.Column {
    /// Against the daily cap, or what the monthly one leaves of it.
    func dayPace(at now: Timestamp) -> DayPace? {
        let today = CivilDate(at: now, in: zone)
        guard let enforced = try? day.settled.adding(day.held) else { return nil }  // Beyond nine billion dollars.
        return DayPace(
            enforced: enforced,
            room: roomToday,
            from: zone.start(of: today),
            to: zone.start(of: today.next),
            at: now
        )
    }

    /// The most today may cost; nil without a cap.
    private var roomToday: Money? {
        let before = monthTotals.settled.nanoUSD + monthTotals.held.nanoUSD - day.settled.nanoUSD - day.held.nanoUSD
        let left = monthLimit.map { Money(nanoUSD: max(0, $0.nanoUSD - max(0, before))) }
        return [dayLimit, left].compactMap { $0 }.min()
    }

    /// Share of the daily cap that is settled or held; nil without one.
    var dayUse: Double? { day.share(of: dayLimit) }
    /// Of the monthly cap.
    var monthUse: Double? { monthTotals.share(of: monthLimit) }
}

extension WindowTotals {
    fileprivate func share(of limit: Money?) -> Double? {
        guard let limit, limit > .zero else { return nil }
        return (Double(settled.nanoUSD) + Double(held.nanoUSD)) / Double(limit.nanoUSD)
    }
}

extension Timestamp {
    /// `17:40`
    func clockTime(in zone: ZoneOffsets) -> String { String(iso8601(in: zone).dropFirst(11).prefix(5)) }
}
