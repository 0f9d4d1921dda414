import Economics
import Testing

@Suite struct CivilDateTests {
    @Test(arguments: [
        (0, "1970-01-01", 4), (-1, "1969-12-31", 3), (59, "1970-03-01", 7), (11_016, "2000-02-29", 2),
        (11_017, "2000-03-01", 3), (20_787, "2026-11-30", 1), (-719_468, "0000-03-01", 3), (-135_140, "1600-01-01", 6),
        (47_540, "2100-02-28", 7), (47_541, "2100-03-01", 1),
    ])
    func countsDays(_ days: Int, _ text: String, _ weekday: Int) {
        let date = CivilDate(daysSince1970: days)
        #expect(date.description == text)
        #expect(date.daysSince1970 == days)
        #expect(date.weekday == weekday)
        #expect(CivilDate(text) == date)
    }

    @Test func walksEightCenturiesWithoutASlip() throws {
        var date = try #require(CivilDate("1600-01-01"))
        for days in date.daysSince1970..<(date.daysSince1970 + 2 * 146_097) {
            #expect(date.daysSince1970 == days)
            let next = date.next
            #expect(date < next)
            let isNextDay = next.day == date.day + 1 && next.month == date.month
            let startsMonth = next.day == 1 && date.day == CivilDate.daysInMonth(date.month, of: date.year)
            #expect(isNextDay != startsMonth)
            if !isNextDay && !startsMonth { break }
            date = next
        }
        #expect(date.description == "2400-01-01")
    }

    @Test(arguments: [
        "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "2026-04-31", "2026-1-01", "2026-01-1", "26-01-01", "",
        "2026-01-01 ", "2026/01/01", "+026-01-01", "2026-01-011",
    ])
    func refuses(_ text: String) {
        #expect(CivilDate(text) == nil)
    }

    @Test func findsMonths() {
        #expect(CivilDate("2024-02-29")?.startOfMonth == CivilDate("2024-02-01"))
        #expect(CivilDate("2024-02-29")?.startOfNextMonth == CivilDate("2024-03-01"))
        #expect(CivilDate("2026-12-31")?.startOfNextMonth == CivilDate("2027-01-01"))
        #expect(CivilDate("2026-12-31")?.yearAndMonth == "2026-12")
        #expect(CivilDate(year: 2_000_000, month: 1, day: 1) == nil)
        #expect(CivilDate(year: -1, month: 1, day: 1)?.description == "-0001-01-01")
    }
}
