import Documents
import Ledger
import Policy
import Server
import Workbench

extension Command {
    static let policyShow = Command(
        words: ["policy", "show"],
        group: .policy,
        summary: "print the documents in force, or of one revision",
        options: [
            .data,
            .profile,
            Option(name: "revision", value: "N", summary: "a revision other than the one in force"),
            Option(name: "effective", value: nil, summary: "every setting as it holds, defaults included"),
            Option(name: "origins", value: nil, summary: "with --effective: where each setting comes from"),
            .json,
        ],
        examples: [
            ("torii policy show --data data --profile android", "the android document of the live revision"),
            (
                "torii policy show --data data --profile android --effective --origins",
                "one setting a line, and whether the document says so or a default does"
            ),
        ]
    ) { invocation throws(Stop) in
        let number = try LedgerRevisions.number("revision", of: invocation)
        if invocation.has("origins"), !invocation.has("effective") {
            throw .usage("--origins says where --effective settings come from: give both")
        }
        let revision = try await LedgerRevisions.revision(number, data: try invocation.required("data"))
        if let profile = invocation.value("profile"),
            !revision.documents.contains(where: { PolicyDocument.isProfile($0.path, named: profile) })
        {
            throw .failed("revision \(revision.number) has no profile `\(profile)`")
        }
        if invocation.has("effective") { return try showEffective(revision, invocation) }
        let documents = revision.documents.filter { document in
            invocation.value("profile").map { PolicyDocument.isProfile(document.path, named: $0) } ?? true
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
        invocation.console.out(revision.headline)
        for document in documents {
            invocation.console.out("// \(document.path)")
            invocation.console.out(String(decoding: document.bytes, as: UTF8.self))
        }
        return .done
    }

    private static func showEffective(_ revision: RevisionRecord, _ invocation: Invocation) throws(Stop) -> ExitCode {
        guard let set = revision.policySet else {
            throw .failed("revision \(revision.number) no longer reads; `torii policy show` prints its documents")
        }
        let names = invocation.value("profile").map { [$0] } ?? set.profiles.keys.sorted()
        if invocation.has("json") {
            let profiles = names.map { name in
                JSON.object([
                    .init("name", .string(name)), .init("settings", set.effectiveJSON(profile: name) ?? .null),
                ])
            }
            invocation.console.out(
                JSON.object([
                    .init("revision", .integer(Int64(revision.number))), .init("profiles", .array(profiles)),
                ]).text()
            )
            return .done
        }
        invocation.console.out(revision.headline)
        for name in names {
            guard let (document, settings) = set.effective(profile: name) else { continue }
            invocation.console.out("// \(document.path)")
            for (setting, origin) in settings {
                var line = setting.path.padded(to: 32) + setting.value.text()
                if invocation.has("origins") { line = line.padded(to: 64) + origin.shown(in: document.path) }
                invocation.console.out(line)
            }
        }
        return .done
    }
}

extension RevisionRecord {
    /// One comment line: which revision, since when, by whom, why.
    fileprivate var headline: String { "// revision \(number), \(at.iso8601), by \(by): \(reason)" }
}

extension SettingOrigin {
    /// `android.json5:12:5`, or `default`.
    fileprivate func shown(in file: String) -> String {
        switch self {
        case .standard: "default"
        case .document(let place): "\(file):\(place.line):\(place.column)"
        }
    }
}
