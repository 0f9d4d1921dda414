import Economics
import Ledger
import Policy
import Testing

@testable import Server

/// Sums over all time, from hours that are read once.
struct LedgerTotalsTests {
    private static let hour = Timestamp.seconds(1_796_040_000)

    private static func snapshot(decisions: Int64, attempts: Int64, result: String = "ok") -> LedgerSnapshot {
        let decision = DecisionRollup(
            profile: "ios",
            hour: hour,
            revision: 1,
            route: .classify,
            verdict: .send,
            outcome: .sent,
            reason: .gatePassed,
            judged: true,
            audit: false,
            emulated: false,
            count: 1,
            latencyMicros: 0,
            gateMicros: 0,
            gated: 0,
            cost: Money(nanoUSD: decisions)
        )
        let cost = CostRollup(
            profile: "ios",
            hour: hour,
            model: "m",
            tier: "standard",
            priceID: "p",
            result: result,
            emulated: false,
            attempts: 1,
            cost: Money(nanoUSD: attempts),
            uncertain: .zero,
            usage: .zero,
            latencyMicros: 0
        )
        return LedgerSnapshot(
            rollups: Rollups(decisions: [decision], costs: [cost], answers: []),
            held: [],
            revenue: [:],
            windows: [:],
            recent: [],
            blocks: [[], []],
            alerts: []
        )
    }

    /// One look at that snapshot, so many hours later.
    private static func looked(_ snapshot: LedgerSnapshot, hours: Int64) throws -> LedgerTotals {
        let totals = LedgerTotals()
        _ = try totals.sums(of: snapshot, totals.look(now: hour.advanced(bySeconds: hours * 3_600)))
        return totals
    }

    @Test func tellsByHowMuchDecisionsAndAttemptsDiffer() throws {
        #expect(try Self.looked(Self.snapshot(decisions: 7, attempts: 5), hours: 9).difference().nanoUSD == 2)
        #expect(try Self.looked(Self.snapshot(decisions: 5, attempts: 5), hours: 9).difference() == .zero)
    }

    /// An attempt may have its bill and its decision no row yet.
    @Test func saysNothingOfHoursThatAreOpen() throws {
        #expect(try Self.looked(Self.snapshot(decisions: 0, attempts: 5), hours: 1).difference() == .zero)
    }

    /// The bill of an expired hold may still take its place: three days long its hour is read at every look.
    @Test(arguments: [(hours: 9 as Int64, isOpen: true), (71, true), (80, false)])
    func keepsHoursOpenThatABillMayComeFor(hours: Int64, isOpen: Bool) throws {
        let totals = try Self.looked(
            Self.snapshot(decisions: 5, attempts: 5, result: Settlement.expired),
            hours: hours
        )
        let next = totals.look(now: Self.hour.advanced(bySeconds: hours * 3_600))
        #expect(next.hours[0].contains(Self.hour) == isOpen)
    }
}
