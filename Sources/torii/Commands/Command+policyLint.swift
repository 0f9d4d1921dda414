import Documents

extension Command {
    static let policyLint = Command(
        words: ["policy", "lint"],
        group: .policy,
        summary: "check a policy folder; all mistakes at once",
        operands: "[PATH]",
        options: [.policies, .json],
        examples: [
            ("torii policy lint policies", "prints file:line:column of every mistake; exits 0 when clean, else 1"),
            ("torii policy lint policies/ios.json5", "checks its folder, and shows what concerns this document"),
        ]
    ) { invocation throws(Stop) in
        let (folder, document) = try lintTarget(invocation)
        let files = try PolicyFiles(folder: folder)
        let wanted = files.result.diagnostics.filter { document == nil || $0.file == document }
        if let document, !files.documents.contains(where: { $0.path == document }) {
            throw .failed("`\(folder)` has no document `\(document)`")
        }
        let errors = wanted.count { $0.severity == .error }
        let warnings = wanted.count { $0.severity == .warning }
        if invocation.has("json") {
            let report: JSON = [
                "errors": .integer(Int64(errors)),
                "warnings": .integer(Int64(warnings)),
                "diagnostics": .array(wanted.map(\.json)),
            ]
            invocation.console.out(report.text())
            return errors == 0 ? .done : .failed
        }
        if !wanted.isEmpty { invocation.console.err(files.rendered(wanted)) }
        let count = document == nil ? files.documents.count : 1
        let counts =
            "\(errors) error\(errors == 1 ? "" : "s"), \(warnings) warning\(warnings == 1 ? "" : "s") in \(count) document\(count == 1 ? "" : "s")"
        invocation.console.out(errors == 0 ? "ok: \(counts)" : counts)
        return errors == 0 ? .done : .failed
    }

    /// The folder to read, and the one document of it that was asked about.
    private static func lintTarget(_ invocation: Invocation) throws(Stop) -> (folder: String, document: String?) {
        guard invocation.operands.count <= 1 else { throw .usage("`torii policy lint` takes one path") }
        guard let path = invocation.operands.first else { return (invocation.value("policies") ?? "policies", nil) }
        guard !invocation.has("policies") else { throw .usage("give a path or --policies, not both") }
        guard path.hasSuffix(".json5") || path.hasSuffix(".json") else { return (path, nil) }
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        var document = parts.removeLast()
        if parts.last == "contracts" { document = parts.removeLast() + "/" + document }
        return (parts.isEmpty ? "." : parts.joined(separator: "/"), document)
    }
}
