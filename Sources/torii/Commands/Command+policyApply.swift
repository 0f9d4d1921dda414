import Backtest
import Documents
import Ledger
import Platform
import Policy
import SQLiteLedger
import Server

extension Command {
    static let policyApply = Command(
        words: ["policy", "apply"],
        group: .policy,
        summary: "make a policy folder the next revision",
        operands: "[DIR]",
        options: [
            .policies, .data, .reason,
            .share,
            Option(name: "base", value: "N", summary: "refuse when another revision than N is live"),
            .acceptLimit, .yes, .json,
        ],
        examples: [
            (
                "torii policy apply --policies policies --data data --reason 'lower the daily cap' --yes",
                "through the running server when there is one, else straight into the ledger"
            ),
            (
                "torii policy apply policies --data data --share 10% --reason 'sharper' --yes",
                "for a share of the uploads; then: policy compare, policy promote, policy rollback"
            ),
        ]
    ) { invocation throws(Stop) in
        guard invocation.operands.count <= 1 else { throw .usage("`torii policy apply` takes one folder") }
        var named = invocation.operands.first
        if named == nil { named = try invocation.required("policies") }
        let files = try PolicyFiles(folder: named ?? "")
        _ = try files.set(invocation.console)
        let folder = try invocation.required("data")
        let reason = try invocation.reason()
        var base = invocation.has("base") ? try invocation.integer("base", in: 0...Int.max, default: 0) : nil
        let accepted = invocation.acceptedLimits
        let millionths = try invocation.millionths()
        if !invocation.has("yes") {
            let shown = try await PolicyPreview.confirm(files, folder: folder, accepted: accepted, invocation)
            guard shown.changes else { return .done }
            // What was looked at is what is applied.
            base = base ?? shown.base
        }
        let report: PolicyChangeReport
        switch try await DataFolder.writing(folder, console: invocation.console, mayCreate: true) {
        case .store(let store):
            let proposal = PolicyDesk.Proposal(
                documents: files.documents,
                by: DataFolder.userName,
                from: "cli",
                reason: reason,
                base: base,
                accepted: accepted,
                millionths: millionths
            )
            report = try await changed(store) { desk throws(LedgerError) in try await desk.apply(proposal) }
        case .server(let control):
            let request: JSON = [
                "documents": .array(files.documents.map(\.json)),
                "reason": .string(reason),
                "by": .string(DataFolder.userName),
                "base": base.map { .integer(Int64($0)) } ?? .null,
                "acceptLimits": .array(accepted.map { .string($0.rawValue) }),
                "millionths": millionths.map { .integer(Int64($0)) } ?? .null,
            ]
            report = PolicyChangeReport(try await control.answer("policy/apply", request))
        }
        report.show(invocation)
        return .done
    }

    /// Makes a change in a ledger that this command holds, and closes it.
    static func changed(
        _ store: SQLiteStore,
        _ change: (PolicyDesk) async throws(LedgerError) -> PolicyDesk.Outcome
    ) async throws(Stop) -> PolicyChangeReport {
        let outcome: PolicyDesk.Outcome
        do throws(Stop) {
            outcome = try await stopping { () throws(LedgerError) in
                try await change(PolicyDesk(store: store, clock: .system))
            }
        } catch {
            await store.close()
            throw error
        }
        await store.close()
        return try outcome.done()
    }
}

extension Command.Option {
    static let reason = Command.Option(name: "reason", value: "TEXT", summary: "why; kept with the revision")
    static let share = Command.Option(name: "share", value: "10%", summary: "of the uploads, by a stable hash; not all")
    static let acceptLimit = Command.Option(
        name: "accept-limit",
        value: "LIMIT",
        summary: "let the change break this limit, which `policy plan` names",
        choices: PlanLimit.allCases.map(\.rawValue),
        repeats: true
    )
    static let yes = Command.Option(name: "yes", value: nil, summary: "do not ask")
}

extension Invocation {
    var acceptedLimits: [PlanLimit] { (values["accept-limit"] ?? []).compactMap(PlanLimit.init) }

    /// Of `--share 10%` or `--share 0.1`, in millionths; nil where it is not given.
    func millionths() throws(Stop) -> Int? {
        guard let text = value("share") else { return nil }
        let isPercent = text.hasSuffix("%")
        let number = Double(isPercent ? String(text.dropLast()) : text)
        let millionths = number.map { ($0 * (isPercent ? 10_000 : 1_000_000)).rounded() }
        guard let millionths, (1...999_999).contains(millionths) else {
            throw .usage("--share must be more than none and less than all, such as 10% or 0.1, found `\(text)`")
        }
        return Int(millionths)
    }

    /// Why, which every change of a policy says.
    func reason() throws(Stop) -> String {
        let reason = try required("reason")
        if let fault = WrittenReason.fault(of: reason) { throw .usage("--reason \(fault)") }
        return reason
    }
}
