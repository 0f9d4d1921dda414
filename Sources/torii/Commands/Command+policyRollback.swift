import Documents
import Ledger
import Server

extension Command {
    static let policyRollback = Command(
        words: ["policy", "rollback"],
        group: .policy,
        summary: "let the documents of an earlier revision hold again; without one, end a roll-out",
        operands: "[REVISION]",
        options: [.data, .profile, .reason, .yes, .json],
        examples: [
            (
                "torii policy rollback 8 --data data --reason 'too many rejects' --yes",
                "a new revision with the documents of r8; history only grows"
            ),
            (
                "torii policy rollback 8 --profile ios --data data --reason 'ios only' --yes",
                "the ios document of r8 beside everything else that holds now"
            ),
            ("torii policy rollback --data data --reason 'lost answers' --yes", "ends what --share began"),
        ]
    ) { invocation throws(Stop) in
        if invocation.operands.isEmpty, invocation.value("profile") == nil { return try await endRollout(invocation) }
        guard invocation.operands.count == 1, let number = revisionNumber(invocation.operands[0]) else {
            throw .usage("say which revision, such as `torii policy rollback 8`")
        }
        let folder = try invocation.required("data")
        let reason = try invocation.reason()
        let live = try await LedgerRevisions.revision(nil, data: folder).number
        if !invocation.has("yes") {
            let what = invocation.value("profile").map { "the profile `\($0)`" } ?? "all documents"
            try Confirmation.ask(
                "Put \(what) of r\(number) in force in place of r\(live)?",
                console: invocation.console
            )
        }
        let report: PolicyChangeReport
        switch try await DataFolder.writing(folder, console: invocation.console, mayCreate: false) {
        case .store(let store):
            let wanted = PolicyDesk.Return(
                revision: number,
                profile: invocation.value("profile"),
                by: DataFolder.userName,
                from: "cli",
                reason: reason,
                base: live
            )
            report = try await changed(store) { desk throws(LedgerError) in try await desk.rollBack(wanted) }
        case .server(let control):
            let request: JSON = [
                "revision": .integer(Int64(number)),
                "profile": invocation.value("profile").map { .string($0) } ?? .null,
                "reason": .string(reason),
                "by": .string(DataFolder.userName),
                "base": .integer(Int64(live)),
            ]
            report = PolicyChangeReport(try await control.answer("policy/rollback", request))
        }
        report.show(invocation)
        return .done
    }

    /// `8` or `r8`.
    private static func revisionNumber(_ text: String) -> Int? {
        let digits = text.hasPrefix("r") ? String(text.dropFirst()) : text
        return Int(digits).flatMap { $0 >= 1 ? $0 : nil }
    }
}
