import Documents
import Economics
import Ledger
import Platform
import Server

extension Command {
    static let reportSafety = Command(
        words: ["report", "safety"],
        group: .money,
        summary: "what was blocked, by category, rating and threshold",
        options: [
            .data,
            Option(
                name: "from",
                value: "D",
                summary: "first day: 2026-11-30, 2026-11, today, 7d (default: this month)"
            ),
            Option(name: "to", value: "D", summary: "last day, included (default: today)"),
            .profile, .json,
        ],
        examples: [
            ("torii report safety --data data --from 7d", "the last seven days, beside a running server too"),
            (
                "torii classify photo.jpg --data data --resend 01KX…",
                "after the profile's safety settings have changed: asks again about a blocked picture"
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
                by: nil,
                profile: invocation.value("profile"),
                today: CivilDate(at: now, in: profiles.first?.zone ?? .utc)
            )
        } catch {
            throw .usage(error.message)
        }
        let report = try await stopping { () throws(LedgerError) in
            try await SafetyReport.made(query, store: store, profiles: profiles, now: now)
        }
        await store.close()
        let console = invocation.console
        console.out(invocation.has("json") ? report.json.text(pretty: true) : report.text(width: console.style.width))
        return .done
    }
}
