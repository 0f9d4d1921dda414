import Documents
import Economics
import Ledger
import Platform
import Policy
import Server

extension Command {
    static let policyLint = Command(
        words: ["policy", "lint"],
        group: .policy,
        summary: "check a policy folder; all mistakes at once",
        options: [.policies, .json],
        examples: [
            ("torii policy lint --policies policies", "prints file:line:column of every mistake; exits 0 when clean")
        ]
    ) { invocation throws(Stop) in
        let files = try PolicyFiles(folder: invocation.value("policies") ?? "policies")
        if invocation.has("json") {
            let report: JSON = [
                "errors": .integer(Int64(files.errors)),
                "warnings": .integer(Int64(files.warnings)),
                "diagnostics": .array(files.result.diagnostics.map(\.json)),
            ]
            invocation.console.out(report.text())
            return files.errors == 0 ? .done : .failed
        }
        if !files.result.diagnostics.isEmpty { invocation.console.err(files.rendered) }
        let counts = "\(files.errors) errors, \(files.warnings) warnings in \(files.documents.count) documents"
        invocation.console.out(files.errors == 0 ? "ok: \(counts)" : counts)
        return files.errors == 0 ? .done : .failed
    }

    static let policyShow = Command(
        words: ["policy", "show"],
        group: .policy,
        summary: "print the documents in force, or of one revision",
        options: [
            .data,
            .profile,
            Option(name: "revision", value: "N", summary: "a revision other than the one in force"),
            .json,
        ],
        examples: [("torii policy show --data data --profile android", "the android document of the live revision")]
    ) { invocation throws(Stop) in
        let store = try await DataFolder.reading(try invocation.required("data"))
        let revision = try await shownRevision(invocation, store: store)
        await store.close()
        let wanted = invocation.value("profile").map { ["\($0).json5", "\($0).json"] }
        let documents = revision.documents.filter { wanted?.contains($0.path) ?? true }
        guard !documents.isEmpty else {
            throw .failed("revision \(revision.number) has no profile `\(invocation.value("profile") ?? "")`")
        }
        if invocation.has("json") {
            invocation.console.out(
                JSON.object([
                    .init("revision", .integer(Int64(revision.number))),
                    .init("appliedAt", .string(revision.at.iso8601)),
                    .init("documents", .array(documents.map(\.json))),
                ]).text()
            )
            return .done
        }
        invocation.console.out(
            "// revision \(revision.number), \(revision.at.iso8601), by \(revision.by): \(revision.reason)"
        )
        for document in documents {
            invocation.console.out("// \(document.path)")
            invocation.console.out(String(decoding: document.bytes, as: UTF8.self))
        }
        return .done
    }

    static let policyHistory = Command(
        words: ["policy", "history"],
        group: .policy,
        summary: "list the revisions: when, who, why",
        options: [.data, .json],
        examples: [("torii policy history --data data", "newest first")]
    ) { invocation throws(Stop) in
        let store = try await DataFolder.reading(try invocation.required("data"))
        let revisions = try await stopping { () throws(LedgerError) in try await store.revisions(limit: 1000) }
        await store.close()
        for revision in revisions {
            if invocation.has("json") {
                invocation.console.out(revision.summaryJSON.text())
            } else {
                invocation.console.out(
                    "r\(revision.number)  \(revision.at.iso8601)  \(revision.by) (\(revision.from))  \(revision.reason)"
                )
            }
        }
        return .done
    }

    static let policyApply = Command(
        words: ["policy", "apply"],
        group: .policy,
        summary: "make a policy folder the next revision",
        options: [
            .policies, .data,
            Option(name: "reason", value: "TEXT", summary: "why; kept with the revision"),
            Option(name: "base", value: "N", summary: "refuse when another revision than N is live"),
            Option(name: "yes", value: nil, summary: "do not ask"),
            .json,
        ],
        examples: [
            (
                "torii policy apply --policies policies --data data --reason 'lower the daily cap' --yes",
                "through the running server when there is one, else straight into the ledger"
            )
        ]
    ) { invocation throws(Stop) in
        let files = try PolicyFiles(folder: try invocation.required("policies"))
        _ = try files.set(invocation.console)
        let folder = try invocation.required("data")
        let reason = try invocation.required("reason")
        guard !reason.isEmpty else { throw .usage("--reason must say why") }
        let base = invocation.has("base") ? try invocation.integer("base", in: 0...Int.max, default: 0) : nil
        if !invocation.has("yes") {
            try Confirmation.ask(
                "Apply \(files.documents.count) documents of `\(files.folder)` to `\(folder)`?",
                console: invocation.console
            )
        }
        let outcome: (word: String, revision: Int)
        switch try await DataFolder.writing(folder, console: invocation.console) {
        case .store(let store):
            outcome = try await applied(files, to: store, reason: reason, base: base)
            await store.close()
        case .server(let control):
            let answer = try await control.answer("policy/apply", .apply(files.documents, reason: reason, base: base))
            outcome = (answer["outcome"]?.string ?? "applied", Int(answer["revision"]?.integer ?? 0))
        }
        if invocation.has("json") {
            let report: JSON = ["outcome": .string(outcome.word), "revision": .integer(Int64(outcome.revision))]
            invocation.console.out(report.text())
        } else if outcome.word == "unchanged" {
            invocation.console.out("nothing to change: revision \(outcome.revision) holds these documents already")
        } else {
            invocation.console.out("applied as revision \(outcome.revision)")
        }
        return .done
    }

    private static func shownRevision(
        _ invocation: Invocation,
        store: SQLiteStore
    ) async throws(Stop) -> RevisionRecord {
        let number =
            invocation.has("revision")
            ? try invocation.integer("revision", in: 1...Int.max, default: 1) : nil
        let found = try await stopping { () throws(LedgerError) in
            if let number { try await store.revision(number: number) } else { try await store.latestRevision() }
        }
        guard let found else {
            throw .failed(number.map { "there is no revision \($0)" } ?? "no policy was ever applied")
        }
        return found
    }

    private static func applied(
        _ files: PolicyFiles,
        to store: SQLiteStore,
        reason: String,
        base: Int?
    ) async throws(Stop) -> (word: String, revision: Int) {
        let proposal = PolicyDesk.Proposal(
            documents: files.documents,
            by: DataFolder.userName,
            from: "cli",
            reason: reason,
            base: base
        )
        let outcome = try await stopping { () throws(LedgerError) in
            try await PolicyDesk(store: store, clock: .system).apply(proposal)
        }
        switch outcome {
        case .applied(let revision, _): return ("applied", revision.number)
        case .unchanged(let revision): return ("unchanged", revision)
        case .refused: throw .failed("the documents have errors; nothing was changed")
        case .stale(let live): throw Stop(code: .moved, message: "revision \(live) is live, not \(base ?? 0)")
        }
    }
}

/// A ledger call whose error ends the command.
func stopping<Value>(_ body: () async throws(LedgerError) -> Value) async throws(Stop) -> Value {
    do {
        return try await body()
    } catch {
        throw Stop(code: error.code == .locked ? .moved : .failed, message: error.message)
    }
}

extension JSON {
    fileprivate static func apply(_ documents: [PolicyDocument], reason: String, base: Int?) -> JSON {
        [
            "documents": .array(documents.map(\.json)),
            "reason": .string(reason),
            "by": .string(DataFolder.userName),
            "base": base.map { .integer(Int64($0)) } ?? .null,
        ]
    }
}

extension PolicyDocument {
    fileprivate var json: JSON {
        ["path": .string(path), "text": .string(String(decoding: bytes, as: UTF8.self))]
    }
}

extension RevisionRecord {
    fileprivate var summaryJSON: JSON {
        [
            "revision": .integer(Int64(number)),
            "at": .string(at.iso8601),
            "by": .string(by),
            "from": .string(from),
            "reason": .string(reason),
        ]
    }
}
