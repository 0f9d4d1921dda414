import Documents
import Ledger
import Platform
import Server

extension Command {
    static let policyCompare = Command(
        words: ["policy", "compare"],
        group: .policy,
        summary: "the revision that is rolled out beside the one in force: send rate, spend, lost answers",
        options: [.data, .json],
        examples: [("torii policy compare --data data", "both sides of every profile over the same hours")]
    ) { invocation throws(Stop) in
        let store = try await DataFolder.reading(try invocation.required("data"))
        let comparison: RolloutComparison?
        do {
            comparison = try await RolloutComparison.made(store: store, now: WallClock.system.now())
        } catch {
            await store.close()
            throw .failed((error as? LedgerError)?.message ?? "\(error)")
        }
        await store.close()
        guard let comparison else { throw .failed(PolicyDesk.Outcome.noRolloutMessage) }
        invocation.console.out(invocation.has("json") ? comparison.json().text() : comparison.text())
        return .done
    }

    static let policyPromote = Command(
        words: ["policy", "promote"],
        group: .policy,
        summary: "put the revision that is rolled out in force for all, or for a larger share",
        options: [.data, .reason, .share, .acceptLimit, .yes, .json],
        examples: [
            ("torii policy promote --data data --share 30% --reason 'two days quiet' --yes", "a larger share first"),
            ("torii policy promote --data data --reason 'a week quiet' --yes", "for all: the roll-out is over"),
        ]
    ) { invocation throws(Stop) in
        let folder = try invocation.required("data")
        let reason = try invocation.reason()
        let millionths = try invocation.millionths()
        let accepted = invocation.acceptedLimits
        if !invocation.has("yes") {
            let share = invocation.value("share") ?? "all"
            try Confirmation.ask("Let it judge \(share) of the uploads?", console: invocation.console)
        }
        let report: PolicyChangeReport
        switch try await DataFolder.writing(folder, console: invocation.console, mayCreate: false) {
        case .store(let store):
            let promotion = PolicyDesk.Promotion(
                by: DataFolder.userName,
                from: "cli",
                reason: reason,
                millionths: millionths,
                accepted: accepted
            )
            report = try await changed(store) { desk throws(LedgerError) in try await desk.promote(promotion) }
        case .server(let control):
            let request: JSON = [
                "reason": .string(reason),
                "by": .string(DataFolder.userName),
                "millionths": millionths.map { .integer(Int64($0)) } ?? .null,
                "acceptLimits": .array(accepted.map { .string($0.rawValue) }),
            ]
            report = PolicyChangeReport(try await control.answer("policy/promote", request))
        }
        report.show(invocation)
        return .done
    }

    /// Ends the roll-out that is under way.
    static func endRollout(_ invocation: Invocation) async throws(Stop) -> ExitCode {
        let folder = try invocation.required("data")
        let reason = try invocation.reason()
        if !invocation.has("yes") {
            try Confirmation.ask("End the roll-out that is under way?", console: invocation.console)
        }
        let report: PolicyChangeReport
        switch try await DataFolder.writing(folder, console: invocation.console, mayCreate: false) {
        case .store(let store):
            report = try await changed(store) { desk throws(LedgerError) in
                try await desk.endRollout(by: DataFolder.userName, from: "cli", reason: reason)
            }
        case .server(let control):
            let request: JSON = ["reason": .string(reason), "by": .string(DataFolder.userName)]
            report = PolicyChangeReport(try await control.answer("policy/end-rollout", request))
        }
        report.show(invocation)
        return .done
    }
}
