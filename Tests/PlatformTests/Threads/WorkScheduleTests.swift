import TestSupport
import Testing

@testable import Platform

@Suite struct WorkScheduleTests {
    static func schedule(threads: Int = 2, waiting: Int = 1000, cost: Int64 = .max) -> WorkSchedule<String> {
        WorkSchedule(threads: threads, mostWaiting: waiting, mostCost: cost, dearFrom: 100_000)
    }

    @Test func keepsTheOrderOfEqualJobs() {
        var schedule = Self.schedule()
        for name in ["a", "b", "c"] { #expect(schedule.add(name, cost: 500) == .accepted) }
        #expect(
            [schedule.next()?.job, schedule.next()?.job, schedule.next()?.job, schedule.next()?.job] == [
                "a", "b", "c", nil,
            ]
        )
    }

    @Test func letsCheapJobsPassDearOnes() {
        var schedule = Self.schedule()
        _ = schedule.add("heic", cost: 500_000)
        _ = schedule.add("jpeg", cost: 10_000)
        #expect(schedule.next()?.job == "jpeg")
        #expect(schedule.next()?.job == "heic")
    }

    /// A dear job that would wait for ever behind a stream of cheap ones is passed by four times its cost at most.
    @Test func letsADearJobBePassedByABoundedAmountOfWork() {
        var schedule = Self.schedule()
        _ = schedule.add("heic", cost: 500_000)
        var passed: Int64 = 0
        for number in 0..<1000 {
            _ = schedule.add("jpeg \(number)", cost: 10_000)
            guard let next = schedule.next() else { break }
            schedule.finished(cost: next.cost)
            if next.job == "heic" { break }
            passed += next.cost
        }
        #expect(passed == 1_970_000)
    }

    /// Two threads, twenty dear jobs and a hundred cheap ones: every cheap job begins although dear ones wait first.
    @Test func neverGivesTheLastThreadToADearJob() {
        var schedule = Self.schedule(threads: 2)
        for number in 0..<20 { _ = schedule.add("heic \(number)", cost: 500_000) }
        #expect(schedule.next()?.job == "heic 0")
        #expect(schedule.next() == nil)
        for number in 0..<100 { _ = schedule.add("jpeg \(number)", cost: 10_000) }
        for number in 0..<100 {
            let next = schedule.next()
            #expect(next?.job == "jpeg \(number)")
            schedule.finished(cost: next?.cost ?? 0)
        }
        #expect(schedule.next() == nil)
        schedule.finished(cost: 500_000)
        #expect(schedule.next()?.job == "heic 1")
    }

    @Test func givesTheOnlyThreadToDearJobsToo() {
        var schedule = Self.schedule(threads: 1)
        _ = schedule.add("heic", cost: 500_000)
        #expect(schedule.next()?.job == "heic")
    }

    @Test func refusesByNumberAndByWork() {
        var schedule = Self.schedule(waiting: 3, cost: 1_000_000)
        #expect(schedule.add("a", cost: 900_000) == .accepted)
        #expect(schedule.add("b", cost: 100_001) == .full)
        #expect(schedule.add("c", cost: 100_000) == .accepted)
        #expect(schedule.add("d", cost: 0) == .accepted)
        #expect(schedule.add("e", cost: 0) == .full)
        #expect(schedule.remove { $0 == "a" } == "a")
        #expect(schedule.remove { $0 == "a" } == nil)
        #expect(schedule.add("f", cost: 900_000) == .accepted)
    }

    @Test func takesWhatCostsMoreThanMayWaitWhenNothingWaits() {
        var schedule = Self.schedule(cost: 10)
        #expect(schedule.add("huge", cost: .max) == .accepted)
        #expect(schedule.add("small", cost: 1) == .full)
        #expect(schedule.next()?.job == "huge")
        #expect(schedule.add("negative", cost: -5) == .accepted)
    }
}
