package import Economics
package import Policy

/// What one side of a replay comes to. Shares are of judged uploads.
package struct PlanFigures: Sendable {
    package let uploads: Int
    /// Sends including the audits to be expected, 0...1; nil without uploads.
    package let sendRate: Double?
    package let rejected: Int
    package let rejects: [Reason: Int]
    /// Expected, of the whole window.
    package let spend: Money
    /// Half the width of the 95 % interval of `spend`: calls that were never made cost what others did.
    package let spendMargin: Money
    package let spendByDay: [(day: CivilDate, spend: Money)]
    /// Days whose expected spend is above the daily cap.
    package let daysOverCap: [(day: CivilDate, short: Money)]
    package let revenue: Money
    package let lost: LostAnswers

    /// Spend ÷ revenue; nil without revenue.
    package var costShare: Double? {
        revenue.nanoUSD > 0 ? Double(spend.nanoUSD) / Double(revenue.nanoUSD) : nil
    }

    /// - Parameter costFactor: What a call costs under this document compared with what it cost when it was recorded.
    /// Throws `amountOverflow`.
    package init(_ side: ReplaySide, of replay: Replay, costFactor: Double) throws(EconomicsError) {
        uploads = replay.uploads
        let share = side.sentShareOfRejects
        rejected = side.rejected
        rejects = side.rejects
        sendRate =
            replay.uploads == 0 ? nil : (Double(side.sends) + share * Double(side.rejected)) / Double(replay.uploads)
        let mean = replay.meanCost ?? 0
        var days: [(day: CivilDate, spend: Money)] = []
        var guessed = 0.0
        for (day, calls) in side.days.sorted(by: { $0.key < $1.key }) {
            let sent = Double(calls.sends.knownNanoUSD) + mean * Double(calls.sends.unknown)
            let audited = Double(calls.rejects.knownNanoUSD) + mean * Double(calls.rejects.unknown)
            guessed += Double(calls.sends.unknown) + share * Double(calls.rejects.unknown)
            days.append((day, try Self.money(costFactor * (sent + share * audited))))
        }
        spendByDay = days
        spend = try Money.sum(days.map(\.spend))
        let spread = guessed == 0 ? 0 : (guessed + guessed * guessed / Double(max(1, replay.calls))).squareRoot()
        spendMargin = try Self.money(1.96 * costFactor * replay.costDeviation * spread)
        var over: [(day: CivilDate, short: Money)] = []
        if let cap = side.profile.budget.daily {
            for (day, spend) in days where spend > cap { over.append((day, try spend.subtracting(cap))) }
        }
        daysOverCap = over
        revenue = try UploadRevenue(
            ecpm: side.profile.revenue.ecpm,
            impressionsPerUploadMicros: side.profile.revenue.impressionsPerUploadMicros
        ).earned(byUploads: replay.uploads)
        lost = LostAnswers(side, uploads: replay.uploads)
    }

    /// Revenue minus spend. Throws `amountOverflow`.
    package func margin() throws(EconomicsError) -> Money { try revenue.subtracting(spend) }

    private static func money(_ nanoUSD: Double) throws(EconomicsError) -> Money {
        guard let whole = Int64(exactly: nanoUSD.rounded(.toNearestOrEven)) else {
            throw EconomicsError(.amountOverflow, "a spend of \(nanoUSD) nano-USD is out of range")
        }
        return Money(nanoUSD: whole)
    }
}
