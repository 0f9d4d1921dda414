/// What final revenue figures, which come days late, say of the expected ones that days were planned with: what an expected
/// nano-USD comes to in the end, and what was spent on revenue that never came.
package struct RevenueTrueUps: Sendable, Hashable {
    /// Days after which a figure is too late to matter.
    package static let reach: Int64 = 45
    /// Of what a window is expected to earn, the most that it gives up for days before it: none is starved for another.
    static let mostRepaid = 0.08
    /// What the newest day counts against all before it.
    private static let freshness = 0.5
    /// What an expected nano-USD may come to.
    private static let sane = 0.1...10.0

    /// A finished day, in nano-USD.
    private struct Day: Sendable, Hashable {
        let day: Int64
        /// As expected when its uploads came, and as it was planned with.
        let expected: Int64
        let planned: Int64
        let spent: Int64
        /// Final ÷ expected revenue; nil until it is known.
        var final: Double?

        var overspent: Int64 {
            max(0, spent - (final.map { expected.times($0) } ?? planned))
        }
    }

    /// The oldest first.
    private var days: [Day] = []
    /// Final ÷ expected revenue, as far as days have shown; 1 before that.
    package private(set) var yield = 1.0
    /// Spent beyond final revenue, and not yet given up by a later window, in nano-USD.
    package private(set) var debt: Int64 = 0

    package init() {}

    /// What expected revenue is taken for, in nano-USD.
    func planned(_ expected: Int64) -> Int64 { expected.times(yield) }

    /// Keeps a finished day until its final figure comes.
    mutating func keep(_ day: Int64, expected: Int64, spent: Int64) {
        days.removeAll { $0.day <= day - Self.reach || $0.day >= day }
        guard expected > 0 else { return }
        days.append(Day(day: day, expected: expected, planned: planned(expected), spent: spent))
    }

    /// Takes what a nano-USD expected on a day came to; again, where that figure has changed. Only what was spent beyond it
    /// is owed: a day that did not need its revenue owes nothing.
    ///
    /// - Returns: Whether it said something new.
    mutating func take(_ day: Int64, final: Double) -> Bool {
        guard final.isFinite, final >= 0, let index = days.firstIndex(where: { $0.day == day }),
            days[index].final != final
        else { return false }
        let isFirst = !days.contains { $0.final != nil }
        let before = days[index].overspent
        days[index].final = min(final, Self.sane.upperBound)
        debt = max(0, debt + days[index].overspent - before)
        guard !days[(index + 1)...].contains(where: { $0.final != nil }) else { return true }
        let bounded = min(max(final, Self.sane.lowerBound), Self.sane.upperBound)
        yield = isFirst ? bounded : yield + (bounded - yield) * Self.freshness
        return true
    }

    /// What a window that opens gives up of what it is expected to earn, in nano-USD.
    mutating func instalment(of expected: Double) -> Int64 {
        let part = min(debt, Int64(max(0, min(expected * yield * Self.mostRepaid, 1e18))))
        debt -= part
        return part
    }
}

extension RevenueTrueUps {
    func store(in memory: inout MemoryWriter) {
        memory.put(yield)
        memory.put(debt)
        memory.put(days.count)
        for day in days {
            for number in [day.day, day.expected, day.planned, day.spent] { memory.put(number) }
            memory.put(day.final) { $0.put($1) }
        }
    }

    init(_ memory: inout MemoryReader) {
        yield = memory.real()
        debt = memory.long()
        let count = memory.integer()
        guard Self.sane.contains(yield), (0...1 << 60).contains(debt), (0...Int(Self.reach)).contains(count) else {
            memory.refuse()
            self = RevenueTrueUps()
            return
        }
        for _ in 0..<count where !memory.isBroken {
            days.append(
                Day(
                    day: memory.long(),
                    expected: memory.long(),
                    planned: memory.long(),
                    spent: memory.long(),
                    final: memory.optional { $0.real() }
                )
            )
        }
    }
}

extension Int64 {
    /// So many times as much, rounded; at most 10^18.
    fileprivate func times(_ factor: Double) -> Int64 { Int64(Swift.min((Double(self) * factor).rounded(), 1e18)) }
}
