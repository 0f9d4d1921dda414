import Documents
import Economics
import Ledger
import Platform
import Server

extension Command {
    static let reportParity = Command(
        words: ["report", "parity"],
        group: .money,
        summary: "how far devices' scores and the server's agree on pictures that both scored",
        options: [.data, .firstDay, .lastDay, .profile, .json],
        examples: [
            ("torii report parity --data data --from 7d", "the last seven days, beside a running server too"),
            ("curl localhost:8080/v1/reports/parity?format=json", "the same from a running server"),
        ]
    ) { invocation throws(Stop) in
        let store = try await DataFolder.reading(try invocation.required("data"))
        let now = WallClock.system.now()
        let snapshots = try await livePolicies(store)?.snapshots ?? []
        let query = try reportQuery(invocation, at: now, in: snapshots.first?.zone ?? .utc)
        let report = try await stopping { () throws(LedgerError) in
            try await ParityReport.made(query, store: store, snapshots: snapshots, now: now)
        }
        await store.close()
        invocation.console.out(invocation.has("json") ? report.json.text(pretty: true) : report.text)
        return .done
    }
}
