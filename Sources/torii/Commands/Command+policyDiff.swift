import Documents
import Ledger
import Policy
import Server

extension Command {
    static let policyDiff = Command(
        words: ["policy", "diff"],
        group: .policy,
        summary: "compare files with what is live, or two revisions",
        operands: "[DIR]",
        options: [
            .policies, .data,
            Option(name: "from", value: "N", summary: "the revision compared with (default: the live one)"),
            Option(name: "to", value: "N", summary: "a revision instead of files"),
            Option(name: "exit-code", value: nil, summary: "exit 2 when something differs, 0 when nothing does"),
            .json,
        ],
        examples: [
            ("torii policy diff policies --data data", "what apply would change, setting by setting"),
            ("torii policy diff --data data --from 3 --to 5", "what two revisions differ in"),
        ]
    ) { invocation throws(Stop) in
        let data = try invocation.required("data")
        let to = try LedgerRevisions.number("to", of: invocation)
        guard invocation.operands.count <= 1 else { throw .usage("`torii policy diff` takes one folder") }
        let folder = invocation.operands.first ?? (invocation.has("policies") ? invocation.value("policies") : nil)
        guard (to != nil) != (folder != nil) else {
            throw .usage("`torii policy diff` compares with a folder or with --to N: give one of them")
        }
        let from = try await LedgerRevisions.revision(
            try LedgerRevisions.number("from", of: invocation),
            data: data
        )
        let old = (documents: from.documents, set: from.policySet)
        let new: (documents: [PolicyDocument], set: PolicySet?)
        let name: String
        if let to {
            let revision = try await LedgerRevisions.revision(to, data: data)
            new = (revision.documents, revision.policySet)
            name = "r\(to)"
        } else {
            let files = try PolicyFiles(folder: folder ?? "")
            new = (files.documents, try files.set(invocation.console))
            name = files.folder
        }
        let diff = PolicyDiff(from: old, to: new)
        if invocation.has("json") {
            guard case .object(let members) = diff.json else { return .failed }
            let head: [JSON.Member] = [
                .init("schema", "torii.diff/1"), .init("from", .integer(Int64(from.number))),
                .init("to", .string(name)),
            ]
            invocation.console.out(JSON.object(head + members).text())
        } else {
            invocation.console.out("r\(from.number) -> \(name): \(diff.summary)")
            if !diff.isEmpty { invocation.console.out(diff.text) }
        }
        return invocation.has("exit-code") && !diff.isEmpty ? .usage : .done
    }
}
