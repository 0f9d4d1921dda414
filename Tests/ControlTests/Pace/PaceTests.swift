import Testing

@testable import Control

@Suite("Pace")
struct PaceTests {
    private static let day = TrafficForecast.dayLength

    /// Days of 9,600 even uploads, each earning `revenue`; `sent` says which are sent.
    private func pace(days: Int, revenue: Int64, isSent: (Int) -> Bool) -> Pace {
        var pace = Pace()
        for number in 0..<(days * 9600) {
            pace.count(
                time: Int64(number) * 9000,
                revenue: revenue,
                cost: 1000,
                isSent: isSent(number),
                isForced: number % 5 == 0
            )
        }
        return pace
    }

    @Test func leavesAnAffordableTargetAlone() {
        var pace = pace(days: 2, revenue: 500) { $0 % 5 < 2 }
        let plan = pace.plan(at: 2 * Self.day - 1000, target: 0.4)
        #expect(plan == nil)
    }

    /// By seconds over midnight, and by a week: nothing traps, and a plan is made for the day it now is.
    @Test(arguments: [1, 8 * 86_400_000] as [Int64])
    func goesOnWhenTheClockIsSetBack(by milliseconds: Int64) {
        var pace = Pace()
        for number in 0..<4000 {
            pace.count(
                time: 20 * Self.day + Int64(number % 2 == 0 ? 0 : -milliseconds),
                revenue: 300,
                cost: 1000,
                isSent: true,
                isForced: false
            )
        }
        let plan = pace.plan(at: 20 * Self.day, target: 0.4)
        #expect(plan.map { (0...0.4).contains($0.share) } ?? true)
        #expect(pace.spent <= 4_000_000)
    }

    @Test func spendsNoMoreThanIsEarned() throws {
        // Earns 0.3 calls an upload, wants to send 0.4, has to send 0.2.
        var pace = pace(days: 2, revenue: 300) { $0 % 10 < 3 }
        let planned = pace.plan(at: 2 * Self.day, target: 0.4)
        let plan = try #require(planned)
        #expect(abs(plan.share - 0.3) < 0.01)
        #expect(!plan.isBeyondReach)
    }

    @Test func saysWhenNoStrictnessSavesEnough() throws {
        var pace = pace(days: 2, revenue: 100) { $0 % 5 == 0 }
        let planned = pace.plan(at: 2 * Self.day, target: 0.4)
        let plan = try #require(planned)
        #expect(plan.isBeyondReach)
        #expect(abs(plan.share - 0.2) < 0.01)
    }

    @Test func knowsNothingOnTheFirstMorning() {
        var pace = Pace()
        for number in 0..<299 {
            pace.count(time: Int64(number) * 9000, revenue: 1, cost: 1000, isSent: true, isForced: true)
        }
        let plan = pace.plan(at: 299 * 9000, target: 0.4)
        #expect(plan == nil)
    }

    @Test func beginsEachDayAnew() {
        var pace = pace(days: 1, revenue: 500) { _ in true }
        #expect(pace.spent == 9600 * 1000)
        pace.count(time: Self.day, revenue: 500, cost: 1000, isSent: true, isForced: false)
        #expect(pace.spent == 1000)
        #expect(pace.earned == 500)
    }
}
