import Control
import Economics
import Ledger
import Platform
import Policy

/// Tells dials whose budget follows revenue what their days came to in the end: networks say so a day or two later.
struct FinalRevenue: Sendable {
    let store: any LedgerStore
    let policies: PolicyHolder
    let desk: StrictnessDesk
    let clock: WallClock
    let log: Log

    /// Until cancelled.
    func run(every pause: Duration) async {
        while !Task.isCancelled {
            await look()
            try? await Task.sleep(for: pause)  // Cancelled: the loop ends.
        }
    }

    func look() async {
        for snapshot in policies.snapshots {
            guard snapshot.profile.budget.maxShareOfRevenue != nil, snapshot.profile.target.mode != .off else {
                continue
            }
            do {
                let days = try await finalDays(of: snapshot)
                desk.trueUp(days, of: snapshot, at: clock.now())
            } catch {
                log.warning(
                    "final revenue not looked at",
                    [("profile", .text(snapshot.profile.name)), ("cause", .text("\(error)"))]
                )
            }
        }
    }

    /// Final ÷ expected revenue of finished days, the oldest first.
    private func finalDays(of snapshot: PolicySnapshot) async throws -> [(day: CivilDate, final: Double)] {
        let now = clock.now()
        let today = CivilDate(at: now, in: snapshot.zone)
        let report = try await EconomicsReport.made(
            EconomicsReport.Query(
                from: today.advanced(byDays: -Int(RevenueTrueUps.reach)),
                end: today,
                dimensions: [.day],
                profile: snapshot.profile.name
            ),
            store: store,
            profiles: [EconomicsReport.ProfileTerms(snapshot)],
            now: now
        )
        return report.rows.compactMap { row in
            let figures = row.figures
            guard let day = row.subject.day, figures.revenueExpected > .zero,
                figures.revenueFinal == figures.revenue
            else { return nil }
            return (day, Double(figures.revenueFinal.nanoUSD) / Double(figures.revenueExpected.nanoUSD))
        }
        .sorted { $0.day < $1.day }
    }
}
