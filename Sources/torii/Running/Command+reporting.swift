import Economics
import Ledger
import Platform
import Policy
import Server

extension Command.Option {
    static let firstDay = Command.Option(
        name: "from",
        value: "D",
        summary: "first day: 2026-11-30, 2026-11, today, 7d (default: this month)"
    )
    static let lastDay = Command.Option(name: "to", value: "D", summary: "last day, included (default: today)")
}

extension Command {
    /// The days, splits and profile that a report was asked for; `by` and `profile` are nil for commands without them.
    static func reportQuery(
        _ invocation: Invocation,
        at now: Timestamp,
        in zone: ZoneOffsets
    ) throws(Stop) -> EconomicsReport.Query {
        do throws(ReportQueryError) {
            return try EconomicsReport.Query(
                from: invocation.value("from"),
                to: invocation.value("to"),
                by: invocation.value("by"),
                profile: invocation.value("profile"),
                against: invocation.value("against"),
                today: CivilDate(at: now, in: zone)
            )
        } catch {
            throw .usage(error.message)
        }
    }

    /// The profiles in force, for zones and targets.
    static func liveProfiles(_ store: any LedgerStore) async throws(Stop) -> [EconomicsReport.ProfileTerms] {
        try await livePolicies(store)?.snapshots.map(EconomicsReport.ProfileTerms.init) ?? []
    }

    /// The revision in force; nil on a folder where none was applied yet.
    static func livePolicies(_ store: any LedgerStore) async throws(Stop) -> PolicyHolder? {
        let desk = PolicyDesk(store: store, clock: .system)
        guard let current = try await stopping({ () throws(LedgerError) in try await desk.current() }) else {
            return nil
        }
        do {
            return try PolicyHolder(revision: current.revision.number, appliedAt: current.revision.at, set: current.set)
        } catch {
            throw .failed(error.message)
        }
    }
}
