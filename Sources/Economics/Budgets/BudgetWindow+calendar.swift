extension BudgetWindow {
    /// The window that holds `moment`. The windows of one kind and zone follow each other without gap or overlap; days
    /// of 23 and 25 hours are as long as they are. Where a change of the clock repeats the last minutes of a day, they
    /// belong to the new one.
    ///
    /// - Parameter firstWeekday: 1 Monday ... 7 Sunday: where weeks begin.
    package static func containing(
        _ moment: Timestamp,
        kind: Kind,
        zone: ZoneOffsets,
        firstWeekday: Int = 1
    ) -> BudgetWindow {
        let today = CivilDate(at: moment, in: zone)
        let first =
            switch kind {
            case .day: today
            case .week: today.startOfWeek(firstWeekday)
            case .month: today.startOfMonth
            }
        var window = BudgetWindow(kind, from: first, in: zone)
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
        BudgetWindow(kind, from: Self.end(of: kind, from: firstDay), in: zone)
    }

    /// The window before this one in the same zone.
    package func preceding(in zone: ZoneOffsets) -> BudgetWindow {
        let eve = firstDay.advanced(byDays: -1)
        let first =
            switch kind {
            case .day: eve
            case .week: firstDay.advanced(byDays: -7)
            case .month: eve.startOfMonth
            }
        return BudgetWindow(kind, from: first, in: zone)
    }

    /// Whether `moment` lies in it.
    package func contains(_ moment: Timestamp) -> Bool { start <= moment && moment < end }

    /// Its first date.
    package var firstDay: CivilDate {
        // INVARIANT: ids are made below, or by who read them from here; else the start in UTC is near enough.
        CivilDate(kind == .month ? id + "-01" : id) ?? CivilDate(at: start, in: .utc)
    }

    private init(_ kind: Kind, from first: CivilDate, in zone: ZoneOffsets) {
        self.init(
            kind: kind,
            id: kind == .month ? first.yearAndMonth : first.description,
            start: zone.start(of: first),
            end: zone.start(of: Self.end(of: kind, from: first))
        )
    }

    /// The day after the last of a window that begins on `first`.
    private static func end(of kind: Kind, from first: CivilDate) -> CivilDate {
        switch kind {
        case .day: first.next
        case .week: first.advanced(byDays: 7)
        case .month: first.startOfNextMonth
        }
    }
}
