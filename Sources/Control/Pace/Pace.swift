/// The plan for spending what uploads earn: the share of those still to come that it can pay for. Soft: it only lowers
/// the target; caps are the ledger's.
package struct Pace: Sendable, Hashable {
    /// Uploads that an expectation weighs against today's own.
    private static let prior = 300.0
    /// Uploads the plan looks ahead at least, so that the last minutes of a window cannot swing it.
    private static let horizon = 250.0
    /// Uploads a window should hold: with fewer a day it spans several, since chance alone would upset a single one.
    private static let windowUploads = 2000.0
    static let mostDays: Int64 = 30
    /// No memory speaks of days further from 1970.
    static let lastDay: Int64 = 1 << 24

    package internal(set) var forecast: TrafficForecast
    var day: Int64?
    var today = [TrafficForecast.Hour](repeating: .init(), count: 24)
    /// The days of the window before today, by the hour, and how many days it spans.
    var before = [TrafficForecast.Hour](repeating: .init(), count: 24)
    var windowStart: Int64 = 0
    var windowDays: Int64 = 1
    var done = 0
    var expectedInWindow: Int64 = 0
    /// Of the window's days before today, as they were planned with; and today's, as expected. In nano-USD.
    var earnedBefore: Int64 = 0
    var expectedToday: Int64 = 0
    var spentBefore: Int64 = 0
    var spentToday: Int64 = 0
    /// What the window gives up for days before it that earned less than they were planned with, in nano-USD.
    var owed: Int64 = 0
    package internal(set) var trueUps = RevenueTrueUps()
    /// Mean cost of one send, in nano-USD; nil before the first.
    var meanCost: Double?

    package init(forecast: TrafficForecast = TrafficForecast()) { self.forecast = forecast }

    /// The window's, in nano-USD: what uploads are expected to come to in the end, and what was spent.
    package var earned: Int64 { earnedBefore + trueUps.planned(expectedToday) }
    package var spent: Int64 { spentBefore + spentToday }

    /// Counts one judged upload.
    ///
    /// - Parameters:
    ///   - time: Milliseconds in the budget's zone: days are whole multiples of 86,400,000.
    ///   - revenue: What it is expected to add to the budget, in nano-USD.
    ///   - cost: What sending it costs, in nano-USD; counted as spent when it is sent.
    ///   - isForced: Whether no threshold allowed could have rejected it.
    package mutating func count(time: Int64, revenue: Int64, cost: Int64, isSent: Bool, isForced: Bool) {
        roll(to: time)
        let hour = TrafficForecast.hour(time - (day ?? 0) * TrafficForecast.dayLength)
        today[hour].uploads += 1
        today[hour].revenue += Double(revenue)
        if isForced { today[hour].least += 1 }
        done += 1
        expectedToday += revenue
        expectedInWindow += revenue
        if isSent { spentToday += cost }
        if cost > 0 { meanCost = meanCost.map { $0 + (Double(cost) - $0) / 200 } ?? Double(cost) }
    }

    /// Takes back what was counted as spent for a send that was not made after all.
    package mutating func refund(_ cost: Int64) { spentToday = max(0, spentToday - cost) }

    /// Takes what a nano-USD that uploads of a day were expected to earn came to in the end, days later.
    ///
    /// - Parameter day: Days of 86,400,000 milliseconds, as in `count`.
    /// - Returns: Whether it said something new.
    package mutating func trueUp(day: Int64, final: Double) -> Bool { trueUps.take(day, final: final) }

    /// What a window can pay for.
    package struct Plan: Sendable, Hashable {
        /// The share of uploads to be sent from now on, 0...1.
        package let share: Double
        /// Whether even the strictest thresholds allowed send more than it can pay for.
        package let isBeyondReach: Bool
    }

    /// How to spend no more than the window earns; nil when too little is known to say, or when it can pay for `target`.
    ///
    /// Strictness is spread evenly, not the rate: an hour of junk saves more than one of good pictures.
    package mutating func plan(at time: Int64, target: Double) -> Plan? {
        roll(to: time)
        guard let meanCost, let day else { return nil }
        let now = time - day * TrafficForecast.dayLength
        guard let rest = rest(at: now, day: day) else { return nil }
        let images = (Double(earned - spent - owed) + rest.revenue) / meanCost
        let wanted = target * rest.uploads
        guard images < wanted else { return nil }
        let least = min(rest.least, wanted)
        let floor = min(target, currentLeast(now))
        guard images > least, wanted > least else { return Plan(share: floor, isBeyondReach: true) }
        return Plan(share: floor + (images - least) / (wanted - least) * (target - floor), isBeyondReach: false)
    }

    /// What the rest of the window is expected to see, at today's level of earnings.
    private func rest(at now: Int64, day: Int64) -> TrafficForecast.Hour? {
        var rest: TrafficForecast.Hour
        if forecast.isEmpty {
            guard Double(done) >= Self.prior, now > 0 else { return nil }
            let left = Double(TrafficForecast.dayLength - now) / Double(now)
            rest = today.reduce(.init(), +) * left
        } else {
            let usual = forecast.day
            let whole = Double(windowStart + windowDays - 1 - day)
            rest = forecast.rest(after: now) + usual * whole
            let mean = Self.prior * usual.revenue / max(1, usual.uploads)
            let expected = forecast.expectedRevenue(of: today) + forecast.expectedRevenue(of: before) + mean
            if expected > 0 { rest.revenue *= (Double(expectedInWindow) + mean) / expected }
        }
        rest.revenue *= trueUps.yield
        guard rest.uploads < Self.horizon else { return rest }
        guard rest.uploads > 0 else { return nil }
        return rest * (Self.horizon / rest.uploads)
    }

    /// The least share of this hour's uploads that can be sent.
    private func currentLeast(_ now: Int64) -> Double {
        let here = today[TrafficForecast.hour(now)]
        let usual = forecast.isEmpty ? today.reduce(.init(), +) : forecast.rest(after: now)
        let known = Self.prior / 3
        return (here.least + known * usual.least / max(1, usual.uploads)) / (here.uploads + known)
    }

    private mutating func roll(to time: Int64) {
        let now = time / TrafficForecast.dayLength
        guard let day else {
            self.day = now
            open(at: now)
            return
        }
        if now < day - 1 {
            // The clock was set back by days: what was planned for them is void.
            self.day = now
            today = [TrafficForecast.Hour](repeating: .init(), count: 24)
            expectedToday = 0
            spentToday = 0
            open(at: now)
            return
        }
        guard now > day else { return }
        forecast.learn(today)
        trueUps.keep(day, expected: expectedToday, spent: spentToday)
        earnedBefore += trueUps.planned(expectedToday)
        spentBefore += spentToday
        expectedToday = 0
        spentToday = 0
        for hour in 0..<24 { before[hour] = before[hour] + today[hour] }
        today = [TrafficForecast.Hour](repeating: .init(), count: 24)
        self.day = now
        if now >= windowStart + windowDays { open(at: now) }
    }

    private mutating func open(at day: Int64) {
        before = [TrafficForecast.Hour](repeating: .init(), count: 24)
        windowStart = day
        let usual = forecast.isEmpty ? 0 : forecast.day.uploads
        let fewest = Self.windowUploads / Double(Self.mostDays)
        windowDays = usual > 0 ? Int64((Self.windowUploads / max(usual, fewest)).rounded(.up)) : 1
        done = 0
        expectedInWindow = 0
        earnedBefore = 0
        spentBefore = 0
        owed = forecast.isEmpty ? 0 : trueUps.instalment(of: forecast.day.revenue * Double(windowDays))
    }
}
