import Documents
import Economics
import Ledger
import Platform
import Policy
import Server

extension Command {
    static let policyProject = Command(
        words: ["policy", "project"],
        group: .policy,
        summary: "what each threshold would have saved and risked, from recorded uploads",
        options: [
            .data, .profile,
            Option(name: "days", value: "N", summary: "days to read, today included (default 7)"),
            Option(name: "svg", value: "FILE", summary: "also write the curves as a picture"),
            .json,
        ],
        examples: [
            (
                "torii policy project --data data --profile ios --svg ios.svg",
                "best in phase measure, where every answer is known"
            )
        ]
    ) { invocation throws(Stop) in
        let data = try invocation.required("data")
        let name = try invocation.required("profile")
        let days = try invocation.integer("days", in: 1...366, default: 7)
        let live = try await LedgerRevisions.revision(nil, data: data)
        guard let profile = live.policySet?.profiles[name] else {
            throw .failed("revision \(live.number) has no profile `\(name)`")
        }
        let store = try await DataFolder.reading(data)
        let report: ProjectionReport
        do {
            report = try await ProjectionReport.made(
                profile: profile,
                days: days,
                store: store,
                now: WallClock.system.now()
            )
        } catch {
            await store.close()
            throw .failed((error as? LedgerError)?.message ?? "\(error)")
        }
        await store.close()
        do {
            if let file = invocation.value("svg") { try FileContent.write(Array(report.svg().utf8), to: file) }
            invocation.console.out(invocation.has("json") ? report.json.text() : try report.text())
        } catch {
            throw .failed((error as? PlatformError)?.message ?? "\(error)")
        }
        return .done
    }
}
