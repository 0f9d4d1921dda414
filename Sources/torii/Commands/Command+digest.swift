import Documents
import Economics
import Ledger
import Platform
import Server

extension Command {
    static let reportDigest = Command(
        words: ["report", "digest"],
        group: .money,
        summary: "a week on one page: spend, savings, margin, rate, lost answers, what changed, what to do",
        options: [
            .data, Option(name: "week", value: "D", summary: "any day of it (default: the last whole week)"),
            Option(name: "exact", value: nil, summary: "all nine digits of every amount"), .json,
        ],
        examples: [
            ("torii report digest --data data", "last week, beside a running server too"),
            ("torii report digest --data data --week 2026-11-30 --json", "the week of that day, as numbers"),
            ("0 8 * * 1  torii report digest --data data | mail -s Torii ops", "a line for cron: Mondays at eight"),
        ]
    ) { invocation throws(Stop) in
        let data = try invocation.required("data")
        let day = try invocation.value("week").map { text throws(Stop) in
            guard let day = CivilDate(text) else {
                throw .usage("--week must be a day such as 2026-11-30, found `\(text)`")
            }
            return day
        }
        let store = try await DataFolder.reading(data)
        let policies = try await livePolicies(store)?.snapshots ?? []
        do {
            let digest = try await WeeklyDigest.made(
                of: day,
                store: store,
                policies: policies,
                data: data,
                now: WallClock.system.now()
            )
            let text =
                invocation.has("json")
                ? try digest.json().text(pretty: true)
                : try digest.text(width: invocation.console.style.width, exact: invocation.has("exact"))
            invocation.console.out(text)
        } catch {
            throw .failed((error as? LedgerError)?.message ?? "\(error)")
        }
        await store.close()
        return .done
    }
}
