import Economics
import Ledger
import Testing

@testable import Server

/// Which alerts of caps are still true, by the caps and the spend of now.
struct StandingAlertsTests {
    private static let day = BudgetWindow(
        kind: .day,
        id: "2026-11-30",
        start: .seconds(1_796_000_000),
        end: .seconds(1_796_086_400)
    )

    /// A window in which a call was refused at a cap of 1,000 nano-USD of which 900 were used.
    private static func alerts(_ holder: CapHolder, limit: Int64?, used: Int64) -> StandingAlerts {
        let cap = CapWindow(holder: holder, window: day, limit: limit.map { Money(nanoUSD: $0) })
        let alert = CapAlert(
            holder: holder,
            kind: .day,
            windowID: day.id,
            threshold: CapAlert.exhausted,
            limit: Money(nanoUSD: 1_000),
            enforced: Money(nanoUSD: 900),
            at: day.start
        )
        let ledger = LedgerSnapshot(
            rollups: Rollups(decisions: [], costs: [], answers: []),
            held: [],
            revenue: [:],
            windows: [cap.name: WindowTotals(settled: Money(nanoUSD: used), held: .zero, uncertain: .zero)],
            recent: [],
            blocks: [],
            alerts: [alert]
        )
        return StandingAlerts(ledger, caps: [cap], revision: 2)
    }

    @Test(
        arguments: [
            (CapHolder.profile("ios"), 1_000, 900, true), (.portfolio, 1_000, 700, true), (.portfolio, 500, 900, true),
            // Raised by what was spent since, as a share of revenue is: the call that did not fit does not fit now.
            (.profile("ios"), 1_400, 1_300, true),
            (.profile("ios"), 2_000, 1_300, false), (.portfolio, 2_000, 1_300, false),
        ] as [(CapHolder, Int64, Int64, Bool)]
    )
    func holdsUntilThereIsMoreRoomThanThen(holder: CapHolder, limit: Int64, used: Int64, stands: Bool) {
        let found = Self.alerts(holder, limit: limit, used: used)
        #expect(found.standing.map(\.limit) == (stands ? [Money(nanoUSD: limit)] : []))
        #expect(found.isCapRaised(of: "ios") != stands)
        #expect(found.isCapRaised(of: "android") == (!stands && holder == .portfolio))
    }

    @Test func endsWithItsCap() {
        let found = Self.alerts(.profile("ios"), limit: nil, used: 900)
        #expect(found.standing == [] && found.isCapRaised(of: "ios"))
    }
}
