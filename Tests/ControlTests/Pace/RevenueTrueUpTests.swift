import TestSupport
import Testing

@testable import Control

@Suite("Final revenue that comes late")
struct RevenueTrueUpTests {
    private static let day = TrafficForecast.dayLength
    private static let cost: Int64 = 1000

    private struct Month {
        var spent: [Int64] = []
        var final: [Double] = []

        var overspend: Double { Double(spent.reduce(0, +)) / final.reduce(0, +) - 1 }
    }

    /// A month of 9,600 uploads a day that are expected to pay for 45 % of their calls, where 46.6 % are wanted. What a day
    /// really earns is known 36 hours after its end.
    private func month(seed: UInt64 = 1, final: (Int) -> Double) -> Month {
        var random = SeededGenerator(seed: seed)
        var pace = Pace()
        var month = Month()
        for day in -3..<30 {
            var spent: Int64 = 0
            for number in 0..<9600 {
                let time = Int64(day + 3) * Self.day + Int64(number) * 9000
                if number == 4800, day >= 2 { _ = pace.trueUp(day: Int64(day + 3 - 2), final: final(day - 2)) }
                let share = pace.plan(at: time, target: 0.466)?.share ?? 0.466
                let isSent = Double.random(in: 0..<1, using: &random) < share
                if isSent { spent += Self.cost }
                pace.count(time: time, revenue: 450, cost: Self.cost, isSent: isSent, isForced: number % 5 == 0)
            }
            guard day >= 0 else { continue }
            month.spent.append(spent)
            month.final.append(final(day) * 9600 * 450)
        }
        return month
    }

    @Test func costsTheMonthNextToNothing() {
        let month = month { _ in 0.85 }
        #expect(month.overspend <= 0.005)
        for (spent, final) in zip(month.spent, month.final) { #expect(Double(spent) >= 0.9 * final) }
    }

    /// Days that come to more and to less than their mean.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func costsNextToNothingFromDayToDay(seed: UInt64) {
        let month = month(seed: seed) { day in 0.85 + Double((day &* 7 &+ Int(seed)) % 5 - 2) * 0.02 }
        #expect(month.overspend <= 0.005, "seed \(seed)")
    }

    /// Figures that hold what was expected change nothing.
    @Test func leavesAPaceAloneThatWasRight() {
        let month = month { _ in 1 }
        #expect(abs(month.overspend) < 0.005)
    }

    @Test func owesOnlyWhatWasSpentBeyondTheFigure() {
        var trueUps = RevenueTrueUps()
        trueUps.keep(10, expected: 1000, spent: 900)
        trueUps.keep(11, expected: 1000, spent: 300)
        let isNew = trueUps.take(10, final: 0.85)
        #expect(isNew)
        #expect(trueUps.debt == 50)
        #expect(trueUps.yield == 0.85)
        let isNewAgain = trueUps.take(11, final: 0.65)
        #expect(isNewAgain)
        #expect(trueUps.debt == 50)
        #expect(trueUps.yield == 0.75)
    }

    @Test func takesAFigureOnceAndItsCorrectionAnew() {
        var trueUps = RevenueTrueUps()
        trueUps.keep(10, expected: 1000, spent: 1000)
        let isNew = trueUps.take(10, final: 0.85)
        #expect(isNew)
        let isNewAgain = trueUps.take(10, final: 0.85)
        #expect(!isNewAgain)
        #expect(trueUps.debt == 150)
        let isNewThen = trueUps.take(10, final: 0.95)
        #expect(isNewThen)
        #expect(trueUps.debt == 50)
    }

    /// An older day says what is owed, not what the next one will come to.
    @Test func learnsFromTheNewestDay() {
        var trueUps = RevenueTrueUps()
        trueUps.keep(10, expected: 1000, spent: 1000)
        trueUps.keep(11, expected: 1000, spent: 1000)
        let isNew = trueUps.take(11, final: 0.9)
        #expect(isNew)
        let isNewAgain = trueUps.take(10, final: 0.5)
        #expect(isNewAgain)
        #expect(trueUps.yield == 0.9)
        #expect(trueUps.debt == 600)
    }

    @Test(arguments: [9, 12] as [Int64])
    func knowsNothingOfOtherDays(day: Int64) {
        var trueUps = RevenueTrueUps()
        trueUps.keep(10, expected: 1000, spent: 1000)
        let isNew = trueUps.take(day, final: 0.5)
        #expect(!isNew)
        #expect(trueUps.debt == 0)
    }

    @Test(arguments: [-0.1, .nan, .infinity])
    func refusesWhatIsNoShare(final: Double) {
        var trueUps = RevenueTrueUps()
        trueUps.keep(10, expected: 1000, spent: 1000)
        let isNew = trueUps.take(10, final: final)
        #expect(!isNew)
    }

    @Test func givesUpNoMoreThanAWindowCanSpare() {
        var trueUps = RevenueTrueUps()
        trueUps.keep(10, expected: 10_000, spent: 10_000)
        _ = trueUps.take(10, final: 0.5)
        #expect(trueUps.debt == 5000)
        let part = trueUps.instalment(of: 10_000)
        #expect(part == 400)
        #expect(trueUps.debt == 4600)
    }
}
