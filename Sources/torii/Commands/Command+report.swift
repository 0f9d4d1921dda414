import Documents
import Economics
import Ledger
import Platform
import Server

extension Command {
    static let reportEconomics = Command(
        words: ["report", "economics"],
        group: .money,
        summary: "cost against revenue: uploads, send rate, spend, savings, margin",
        options: [
            .data,
            .firstDay, .lastDay,
            Option(
                name: "by",
                value: "LIST",
                summary: "any of profile,day,key,category,reason,model (default: profile)"
            ),
            .profile,
            Option(
                name: "against",
                value: "AMOUNT",
                summary: "a bill somebody says sending all would be: how much of it is another price"
            ),
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
            (
                "torii report economics --data data --from 2026-10 --to 2026-10 --against '600 USD'",
                "whether \"we saved 71 %\" compares one price with another"
            ),
        ]
    ) { invocation throws(Stop) in
        let store = try await DataFolder.reading(try invocation.required("data"))
        let now = WallClock.system.now()
        let profiles = try await liveProfiles(store)
        let query = try reportQuery(invocation, at: now, in: profiles.first?.zone ?? .utc)
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
}
