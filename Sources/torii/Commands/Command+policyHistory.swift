import Ledger
import Policy
import Server

extension Command {
    static let policyHistory = Command(
        words: ["policy", "history"],
        group: .policy,
        summary: "list the revisions: when, who, why",
        options: [.data, .profile, .json],
        examples: [
            ("torii policy history --data data", "newest first"),
            ("torii policy history --data data --profile ios", "what changed in ios, setting by setting"),
        ]
    ) { invocation throws(Stop) in
        let store = try await DataFolder.reading(try invocation.required("data"))
        let console = invocation.console
        if let profile = invocation.value("profile") {
            let entries = try await stopping { () throws(LedgerError) in
                try await ProfileHistory.entries(of: profile, store: store)
            }
            let known = try await livePolicies(store)?.snapshots.map(\.profile.name) ?? []
            await store.close()
            guard !entries.isEmpty else {
                throw .failed("no revision has a profile `\(profile)`; in force: \(known.joined(separator: ", "))")
            }
            for entry in entries {
                if invocation.has("json") {
                    console.out(entry.json.text())
                } else {
                    console.out(entry.revision.line)
                    console.out(entry.text(profile: profile))
                }
            }
            return .done
        }
        let revisions = try await stopping { () throws(LedgerError) in try await store.revisions(limit: 1000) }
        await store.close()
        for revision in revisions {
            console.out(invocation.has("json") ? revision.summaryJSON.text() : revision.line)
        }
        return .done
    }
}

extension ProfileHistory.Entry {
    /// What changed; where everything is new, how much that is.
    fileprivate func text(profile: String) -> String {
        let isNew = !diff.changes.isEmpty && diff.unchanged == 0 && diff.changes.allSatisfy { $0.before == nil }
        let document = revision.documents.first { PolicyDocument.isProfile($0.path, named: profile) }
        guard isNew, let document else { return diff.text }
        let lines = document.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count - 1
        return "  the first: 1 document, \(lines) lines, \(diff.changes.count) settings; all of it:"
            + " torii policy show --data DIR --revision \(revision.number) --profile \(profile)"
    }
}

extension RevisionRecord {
    /// Who, when, from where, for which share, why.
    fileprivate var line: String {
        let share = stage.map { "\(Double($0.millionths) / 10_000) % beside r\($0.base)  " } ?? ""
        return "r\(number)  \(at.iso8601)  \(by) (\(from))  \(share)\(reason)"
    }
}
