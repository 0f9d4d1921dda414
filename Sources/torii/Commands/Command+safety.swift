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
            .firstDay, .lastDay, .profile, .json,
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
        let query = try reportQuery(invocation, at: now, in: profiles.first?.zone ?? .utc)
        let report = try await stopping { () throws(LedgerError) in
            try await SafetyReport.made(query, store: store, profiles: profiles, now: now)
        }
        await store.close()
        let console = invocation.console
        console.out(invocation.has("json") ? report.json.text(pretty: true) : report.text(width: console.style.width))
        return .done
    }
}
