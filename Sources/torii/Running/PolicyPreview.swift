import Backtest
import Economics
import Ledger
import Platform
import Policy
import Server

/// What a change comes to, shown before anybody is asked whether to make it.
enum PolicyPreview {
    /// Shows diff and plan, then asks; a change that breaks accepted limits wants the name of a profile that it breaks one
    /// of. Whether anything changes, and the revision in force that it was shown against; 0: there was none.
    static func confirm(
        _ files: PolicyFiles,
        folder: String,
        accepted: [PlanLimit],
        _ invocation: Invocation
    ) async throws(Stop) -> (changes: Bool, base: Int) {
        let console = invocation.console
        let question = "Apply \(files.documents.count) documents of `\(files.folder)` to `\(folder)`?"
        // Before anything is read: nobody would see it.
        guard Console.inputIsTerminal else {
            throw .usage(
                "\(question) Nobody is there to answer: look at it with `torii policy plan \(files.folder) --data \(folder)`, "
                    + "then add --yes"
            )
        }
        let set = try files.set(console)
        guard FolderContent.exists(folder + "/ledger.sqlite"),
            let plan = try await Self.plan(files, set, folder: folder)
        else {
            try Confirmation.ask(question, console: console)
            return (true, 0)
        }
        do throws(EconomicsError) {
            console.err(try plan.text(showsUnchanged: false, accepted: accepted))
        } catch {
            throw .failed(error.message)
        }
        // A roll-out under way may be what it is about, even where the revision in force says the same.
        if plan.changesNothing, !invocation.has("share"), try await !isRollingOut(folder) { return (false, plan.base) }
        let refused = plan.broken.filter { !accepted.contains($0.limit) }
        guard refused.isEmpty else {
            throw Stop(code: .limitBroken, message: PolicyDesk.Outcome.message(of: refused))
        }
        let share = invocation.value("share").map { " on \($0) of the uploads" } ?? ""
        if let broken = plan.broken.first {
            try Confirmation.ask(
                "It breaks \(broken.limit.rawValue). To apply it\(share) all the same, write `\(broken.profile)`",
                wanting: broken.profile,
                console: console
            )
        } else {
            try Confirmation.ask(share.isEmpty ? question : "Apply it\(share)?", console: console)
        }
        return (true, plan.base)
    }

    /// Nil while nothing is in force.
    private static func plan(
        _ files: PolicyFiles,
        _ set: PolicySet,
        folder: String
    ) async throws(Stop) -> PolicyPlan? {
        let store = try await DataFolder.reading(folder)
        let plan: Result<PolicyPlan?, any Error>
        do {
            if let live = try await store.revisionInForce(), let liveSet = live.policySet {
                plan = .success(
                    try await PolicyPlan.made(
                        live: (live, liveSet),
                        proposed: (files.documents, set),
                        window: .days(PolicyDesk.plannedDays),
                        store: store,
                        now: WallClock.system.now()
                    )
                )
            } else {
                plan = .success(nil)
            }
        } catch {
            plan = .failure(error)
        }
        await store.close()
        switch plan {
        case .success(let plan): return plan
        case .failure(let error):
            throw .failed((error as? LedgerError)?.message ?? (error as? EconomicsError)?.message ?? "\(error)")
        }
    }

    private static func isRollingOut(_ folder: String) async throws(Stop) -> Bool {
        let store = try await DataFolder.reading(folder)
        let latest = try await stopping { () throws(LedgerError) in try await store.latestRevision() }
        await store.close()
        return latest?.stage != nil
    }
}
