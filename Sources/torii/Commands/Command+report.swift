import Documents
import Economics
import Ledger
import Platform
import Policy
import Server

extension Command {
    static let reportEconomics = Command(
        words: ["report", "economics"],
        group: .money,
        summary: "cost against revenue: uploads, send rate, spend, savings, margin",
        options: [
            .data,
            Option(
                name: "from",
                value: "D",
                summary: "first day: 2026-11-30, 2026-11, today, 7d (default: this month)"
            ),
            Option(name: "to", value: "D", summary: "last day, included (default: today)"),
            Option(
                name: "by",
                value: "LIST",
                summary: "any of profile,day,key,category,reason,model (default: profile)"
            ),
            .profile,
            Option(
                name: "format",
                value: "F",
                summary: "text, json, csv or html",
                choices: ["text", "json", "csv", "html"]
            ),
            Option(name: "exact", value: nil, summary: "all nine digits of every amount"),
            .json,
        ],
        examples: [
            ("torii report economics --data data --from 7d", "the last seven days, beside a running server too"),
            (
                "torii report economics --data data --from 2026-11 --to 2026-11 --by profile,day --format csv",
                "November"
            ),
        ]
    ) { invocation throws(Stop) in
        let store = try await DataFolder.reading(try invocation.required("data"))
        let now = WallClock.system.now()
        let profiles = try await liveProfiles(store)
        let query: EconomicsReport.Query
        do throws(ReportQueryError) {
            query = try EconomicsReport.Query(
                from: invocation.value("from"),
                to: invocation.value("to"),
                by: invocation.value("by"),
                profile: invocation.value("profile"),
                today: CivilDate(at: now, in: profiles.first?.zone ?? .utc)
            )
        } catch {
            throw .usage(error.message)
        }
        do {
            let report = try await EconomicsReport.made(query, store: store, profiles: profiles, now: now)
            switch invocation.has("json") ? "json" : invocation.value("format") ?? "text" {
            case "json": invocation.console.out(try report.json().text(pretty: true))
            case "csv": invocation.console.raw(try report.csv())
            case "html": invocation.console.raw(try report.html())
            default:
                invocation.console.out(
                    try report.text(
                        width: invocation.console.style.width,
                        exact: invocation.has("exact")
                    )
                )
            }
        } catch let error as ReportQueryError {
            throw .usage(error.message)
        } catch {
            throw .failed("\(error)")
        }
        await store.close()
        return .done
    }

    /// The profiles in force, for zones and targets.
    static func liveProfiles(_ store: any LedgerStore) async throws(Stop) -> [EconomicsReport.ProfileTerms] {
        let desk = PolicyDesk(store: store, clock: .system)
        guard let current = try await stopping({ () throws(LedgerError) in try await desk.current() }) else {
            return []
        }
        do {
            return try PolicyHolder(revision: current.revision.number, appliedAt: current.revision.at, set: current.set)
                .snapshots.map(EconomicsReport.ProfileTerms.init)
        } catch {
            throw .failed(error.message)
        }
    }
}
