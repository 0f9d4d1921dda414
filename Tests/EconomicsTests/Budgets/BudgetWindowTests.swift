import Economics
import Foundation
import TestSupport
import Testing

@Suite struct BudgetWindowTests {
    @Test(arguments: [
        (Zones.fixed(9), "2026-11-29T14:59:59Z", "2026-11-29"), (Zones.fixed(9), "2026-11-29T15:00:00Z", "2026-11-30"),
        (Zones.fixed(5, 30), "2026-11-29T18:29:59Z", "2026-11-29"),
        (Zones.fixed(5, 30), "2026-11-29T18:30:00Z", "2026-11-30"),
        (Zones.fixed(5, 45), "2026-11-29T18:14:59Z", "2026-11-29"),
        (Zones.fixed(5, 45), "2026-11-29T18:15:00Z", "2026-11-30"),
        (Zones.fixed(-8), "2026-11-30T07:59:59Z", "2026-11-29"),
        (Zones.fixed(-8), "2026-11-30T08:00:00Z", "2026-11-30"),
    ])
    func changesDayAtLocalMidnight(_ zone: ZoneOffsets, _ moment: String, _ day: String) throws {
        let moment = try #require(Timestamp(iso8601: moment))
        let window = BudgetWindow.containing(moment, kind: .day, zone: zone)
        #expect(window.id == day)
        #expect(window.contains(moment))
        #expect(window.end.seconds - window.start.seconds == 86_400)
    }

    @Test(arguments: [
        (9, "2026-11-30T14:59:59Z", "2026-11", 30), (9, "2026-11-30T15:00:00Z", "2026-12", 31),
        (-8, "2026-03-01T07:59:59Z", "2026-02", 28), (-8, "2028-02-29T08:00:00Z", "2028-02", 29),
    ])
    func changesMonthAtLocalMidnight(_ hours: Int, _ moment: String, _ month: String, _ days: Int64) throws {
        let moment = try #require(Timestamp(iso8601: moment))
        let window = BudgetWindow.containing(moment, kind: .month, zone: Zones.fixed(hours))
        #expect(window.id == month)
        #expect(window.end.seconds - window.start.seconds == days * 86_400)
    }

    @Test(arguments: [
        ("America/Los_Angeles", "2026-03-08", 23), ("America/Los_Angeles", "2026-11-01", 25),
        ("America/Los_Angeles", "2026-03-09", 24), ("Europe/Berlin", "2026-03-29", 23),
        ("Europe/Berlin", "2026-10-25", 25),
        // The clock goes from 24:00 to 01:00, and from 24:00 back to 23:00.
        ("America/Sao_Paulo", "2018-11-04", 23), ("America/Sao_Paulo", "2019-02-16", 25),
        ("America/Sao_Paulo", "2019-02-17", 24),
        // A day that never was.
        ("Pacific/Apia", "2011-12-30", 0), ("Pacific/Apia", "2011-12-31", 24), ("Pacific/Apia", "2011-12-29", 24),
    ])
    func isAsLongAsItsDay(_ identifier: String, _ day: String, _ hours: Int64) throws {
        let (zone, _) = Zones.system(identifier)
        let window = BudgetWindow.day(try #require(CivilDate(day)), in: zone)
        #expect(window.end.seconds - window.start.seconds == hours * 3_600)
    }

    @Test func startsAtOneWhereThereIsNoMidnight() throws {
        let (zone, _) = Zones.system("America/Sao_Paulo")
        let window = BudgetWindow.day(try #require(CivilDate("2018-11-04")), in: zone)
        #expect(window.start.iso8601(in: zone) == "2018-11-04T01:00:00-02:00")
    }

    /// Newfoundland went from 00:01 back to 23:01: the minutes that come twice belong to the new day.
    @Test func keepsOneWindowWhenMidnightComesTwice() throws {
        let zone = Zones.change("2006-10-29T02:31:00Z", from: -9_000, to: -12_600)
        let first = try #require(Timestamp(iso8601: "2006-10-29T02:30:00Z"))
        let day = BudgetWindow.containing(first, kind: .day, zone: zone)
        #expect(day.id == "2006-10-29")
        #expect(day.start == first)
        for seconds: Int64 in [30, 60, 90, 1_800, 3_600, 3_700] {
            #expect(BudgetWindow.containing(first.advanced(bySeconds: seconds), kind: .day, zone: zone) == day)
        }
        #expect(day.end.seconds - day.start.seconds == 25 * 3_600)
        #expect(BudgetWindow.containing(first.advanced(bySeconds: -1), kind: .day, zone: zone).id == "2006-10-28")
    }

    static let zones = [
        "UTC", "Asia/Tokyo", "Asia/Kolkata", "Asia/Kathmandu", "America/Los_Angeles", "Europe/Berlin",
        "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Cairo", "America/Havana", "Asia/Beirut",
        "America/St_Johns", "Pacific/Kiritimati", "Asia/Tehran",
    ]

    @Test(arguments: zones, BudgetWindow.Kind.allCases)
    func tilesTime(_ identifier: String, _ kind: BudgetWindow.Kind) {
        let (zone, _) = Zones.system(identifier)
        let seed: UInt64 = 41
        var generator = SeededGenerator(seed: seed)
        let range = Zones.start(ofYear: 2001).microseconds..<Zones.start(ofYear: 2030).microseconds
        for _ in 0..<500 {
            let moment = Timestamp(microseconds: .random(in: range, using: &generator))
            let window = BudgetWindow.containing(moment, kind: kind, zone: zone)
            #expect(window.contains(moment), "seed \(seed)")
            #expect(BudgetWindow.containing(window.start, kind: kind, zone: zone) == window)
            let last = Timestamp(microseconds: window.end.microseconds - 1)
            #expect(BudgetWindow.containing(last, kind: kind, zone: zone) == window)
            #expect(window.following(in: zone).start == window.end)
            #expect(window.preceding(in: zone).end == window.start)
        }
        var window = BudgetWindow.containing(Zones.start(ofYear: 2001), kind: kind, zone: zone)
        var ids: Set<String> = [window.id]
        while window.end < Zones.start(ofYear: 2030) {
            let next = window.following(in: zone)
            #expect(next.start == window.end)
            #expect(ids.insert(next.id).inserted)
            if next.start == window.start { #expect(next.id > window.id) }
            window = next
        }
        #expect(window.id == (kind != .month ? window.firstDay.description : window.firstDay.yearAndMonth))
    }

    /// Against the system's calendar.
    @Test(arguments: zones) func startsWhereTheSystemSaysSo(_ identifier: String) {
        let (zone, system) = Zones.system(identifier)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = system
        let seed: UInt64 = 43
        var generator = SeededGenerator(seed: seed)
        let range = Zones.start(ofYear: 2001).seconds..<Zones.start(ofYear: 2030).seconds
        for _ in 0..<500 {
            let moment = Timestamp.seconds(.random(in: range, using: &generator))
            let date = Date(timeIntervalSince1970: Double(moment.seconds))
            let window = BudgetWindow.containing(moment, kind: .day, zone: zone)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
            let civil = CivilDate(at: moment, in: zone)
            #expect(
                civil == CivilDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0),
                "seed \(seed)"
            )
            #expect(civil.weekday % 7 + 1 == parts.weekday, "seed \(seed)")
            // Before 2012 Newfoundland changed its clock at 00:01: there the windows are ours to define.
            if identifier == "America/St_Johns", moment < Zones.start(ofYear: 2012) { continue }
            let start = calendar.startOfDay(for: date).timeIntervalSince1970
            #expect(window.start.seconds == Int64(start), "seed \(seed) \(moment.iso8601)")
        }
    }

    @Test func findsAWindowByItsID() throws {
        let zone = Zones.fixed(9)
        #expect(try BudgetWindow.named("2026-11-30", in: zone).start.iso8601 == "2026-11-29T15:00:00Z")
        #expect(try BudgetWindow.named("2026-11", in: zone).end.iso8601 == "2026-11-30T15:00:00Z")
        for text in ["", "2026", "2026-13", "2026-11-31", "today"] {
            #expect { try BudgetWindow.named(text, in: zone) } throws: {
                ($0 as? EconomicsError)?.code == .invalidWindow
            }
        }
        let foreign = BudgetWindow(kind: .day, id: "?", start: .seconds(0), end: .seconds(86_400))
        #expect(foreign.firstDay.description == "1970-01-01")
    }
}

@Suite struct WeekWindowTests {
    @Test(arguments: [
        (1, "2026-11-30T14:59:59Z", "2026-11-30"), (1, "2026-11-29T14:59:59Z", "2026-11-23"),
        (1, "2026-11-29T15:00:00Z", "2026-11-30"), (7, "2026-11-28T14:59:59Z", "2026-11-22"),
        (7, "2026-11-28T15:00:00Z", "2026-11-29"), (5, "2026-12-31T00:00:00Z", "2026-12-25"),
    ])
    func beginsOnTheWeekdayChosen(_ weekday: Int, _ moment: String, _ first: String) throws {
        let moment = try #require(Timestamp(iso8601: moment))
        let window = BudgetWindow.containing(moment, kind: .week, zone: Zones.fixed(9), firstWeekday: weekday)
        #expect(window.id == first)
        #expect(window.contains(moment))
        #expect(window.firstDay.weekday == weekday)
    }

    @Test(arguments: [
        ("America/Los_Angeles", "2026-03-08T20:00:00Z", 167), ("America/Los_Angeles", "2026-11-01T20:00:00Z", 169),
        ("Australia/Lord_Howe", "2026-04-05T03:00:00Z", 169), ("Asia/Kolkata", "2026-03-08T20:00:00Z", 168),
    ])
    func isAsLongAsItsDays(_ identifier: String, _ moment: String, _ hours: Int64) throws {
        let (zone, _) = Zones.system(identifier)
        let moment = try #require(Timestamp(iso8601: moment))
        let window = BudgetWindow.containing(moment, kind: .week, zone: zone)
        // Lord Howe changes by half an hour.
        #expect((window.end.seconds - window.start.seconds + 1_800) / 3_600 == hours)
    }

    @Test(arguments: ["Asia/Tokyo", "Asia/Kolkata", "America/Los_Angeles", "Australia/Lord_Howe"])
    func windowsFollowEachOther(_ identifier: String) throws {
        let (zone, _) = Zones.system(identifier)
        for kind in BudgetWindow.Kind.allCases {
            var window = BudgetWindow.containing(.seconds(1_767_225_600), kind: kind, zone: zone, firstWeekday: 6)
            for _ in 0..<400 {
                let next = window.following(in: zone)
                #expect(next.start == window.end)
                #expect(next.preceding(in: zone) == window)
                #expect(BudgetWindow.containing(next.start, kind: kind, zone: zone, firstWeekday: 6) == next)
                window = next
            }
        }
    }
}
