extension BudgetWindow {
    /// The window that holds `moment`. The windows of one kind and zone follow each other without gap or overlap; days
    /// of 23 and 25 hours are as long as they are. Where a change of the clock repeats the last minutes of a day, they
    /// belong to the new one.
    package static func containing(_ moment: Timestamp, kind: Kind, zone: ZoneOffsets) -> BudgetWindow {
        let today = CivilDate(at: moment, in: zone)
        var window = BudgetWindow(kind, from: kind == .day ? today : today.startOfMonth, in: zone)
        while window.end <= moment { window = window.following(in: zone) }
        return window
    }

    /// The day window of a date.
    package static func day(_ date: CivilDate, in zone: ZoneOffsets) -> BudgetWindow {
        BudgetWindow(.day, from: date, in: zone)
    }

    /// The month window a date lies in.
    package static func month(of date: CivilDate, in zone: ZoneOffsets) -> BudgetWindow {
        BudgetWindow(.month, from: date.startOfMonth, in: zone)
    }

    /// The window with this id, `2026-11-30` or `2026-11`. Throws `invalidWindow`.
    package static func named(_ id: String, in zone: ZoneOffsets) throws(EconomicsError) -> BudgetWindow {
        if let date = CivilDate(id) { return day(date, in: zone) }
        if let date = CivilDate(id + "-01") { return month(of: date, in: zone) }
        throw EconomicsError(.invalidWindow, "`\(id)` is no window: write a day, `2026-11-30`, or a month, `2026-11`")
    }

    /// The window after this one in the same zone.
    package func following(in zone: ZoneOffsets) -> BudgetWindow {
        let first = firstDay
        return BudgetWindow(kind, from: kind == .day ? first.next : first.startOfNextMonth, in: zone)
    }

    /// The window before this one in the same zone.
    package func preceding(in zone: ZoneOffsets) -> BudgetWindow {
        let eve = firstDay.advanced(byDays: -1)
        return BudgetWindow(kind, from: kind == .day ? eve : eve.startOfMonth, in: zone)
    }

    /// Whether `moment` lies in it.
    package func contains(_ moment: Timestamp) -> Bool { start <= moment && moment < end }

    /// Its first date.
    package var firstDay: CivilDate {
        // INVARIANT: ids are made below, or by who read them from here; else the start in UTC is near enough.
        CivilDate(kind == .day ? id : id + "-01") ?? CivilDate(at: start, in: .utc)
    }

    private init(_ kind: Kind, from first: CivilDate, in zone: ZoneOffsets) {
        self.init(
            kind: kind,
            id: kind == .day ? first.description : first.yearAndMonth,
            start: zone.start(of: first),
            end: zone.start(of: kind == .day ? first.next : first.startOfNextMonth)
        )
    }
}
