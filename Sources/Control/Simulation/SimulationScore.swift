/// How well a replay held its target, and what that cost.
package struct SimulationScore: Sendable {
    /// Uploads of a sliding mean.
    private static let window = 1000
    /// Uploads before the score counts, in a trace of some length.
    private static let burnIn = 2000

    private let target: Double
    private var isSent: [Bool] = []
    private var days: [Int64: (uploads: Int, sent: Int, spent: Int64, earned: Int64)] = [:]
    private var clamped = 0
    private var refused = 0
    private var lost: [(index: Int, eta: Double)] = []

    init(target: Double) { self.target = target }

    mutating func count(_ row: TraceRow, isSent: Bool, isPaid: Bool, isClamped: Bool) {
        if !isSent, row.eta > 0, !row.isOwn { lost.append((self.isSent.count, row.eta)) }
        self.isSent.append(isSent)
        if isClamped { clamped += 1 }
        var day = days[row.time / TrafficForecast.dayLength] ?? (0, 0, 0, 0)
        day.uploads += 1
        day.earned += row.revenue
        if isSent {
            day.sent += 1
            if isPaid { day.spent += row.cost } else { refused += 1 }
        }
        days[row.time / TrafficForecast.dayLength] = day
    }

    package var summary: SimulationSummary {
        let burnIn = isSent.count > 10_000 ? Self.burnIn : min(1000, isSent.count / 2)
        let errors = windowErrors(from: burnIn)
        let magnitudes = errors.map(abs).sorted()
        let counted = max(1, isSent.count - burnIn)
        let byDay = days.keys.sorted()
        let dayErrors = byDay.dropFirst().map { key in
            days[key].map { abs(Double($0.sent) / Double($0.uploads) - target) } ?? 0
        }
        let overspends = days.values.map { $0.earned > 0 ? Double($0.spent) / Double($0.earned) - 1 : 0 }
        return SimulationSummary(
            uploads: isSent.count,
            sent: isSent.count { $0 },
            meanWindowError: magnitudes.isEmpty ? 0 : magnitudes.reduce(0, +) / Double(magnitudes.count),
            p99WindowError: magnitudes.isEmpty ? 0 : magnitudes[min(magnitudes.count - 1, magnitudes.count * 99 / 100)],
            dayError: dayErrors.isEmpty ? 0 : dayErrors.reduce(0, +) / Double(dayErrors.count),
            settle: settle(errors),
            overshoot: magnitudes.last ?? 0,
            overspend: max(0, overspends.max() ?? 0),
            clampedShare: Double(clamped) / Double(max(1, isSent.count)),
            falseRejects: lost.reduce(0) { $0 + ($1.index >= burnIn ? $1.eta : 0) } / Double(counted),
            maxCumulativeError: maxCumulativeError,
            refusedByCaps: refused
        )
    }

    /// Mean of each thousand uploads, less the target.
    private func windowErrors(from burnIn: Int) -> [Double] {
        guard isSent.count >= Self.window else { return [] }
        var sum = 0
        var errors: [Double] = []
        errors.reserveCapacity(isSent.count)
        for index in 0..<isSent.count {
            if isSent[index] { sum += 1 }
            if index >= Self.window, isSent[index - Self.window] { sum -= 1 }
            let start = index + 1 - Self.window
            if start >= burnIn { errors.append(Double(sum) / Double(Self.window) - target) }
        }
        return errors
    }

    /// Uploads from the first thousand that is 3 points off to the one from which it stays within one point on the mean of
    /// the next thousand and the next four thousand; nil when it never was off, or never came back.
    private func settle(_ errors: [Double]) -> Int? {
        guard let start = errors.firstIndex(where: { abs($0) > 0.03 }) else { return nil }
        var index = start
        while index + 3000 < errors.count {
            let four = (errors[index] + errors[index + 1000] + errors[index + 2000] + errors[index + 3000]) / 4
            if abs(errors[index]) < 0.01, abs(four) < 0.01 { return index - start }
            index += 50
        }
        return nil
    }

    private var maxCumulativeError: Double {
        var sum = 0.0
        var most = 0.0
        for sent in isSent {
            sum += (sent ? 1 : 0) - target
            most = max(most, abs(sum))
        }
        return most
    }
}
