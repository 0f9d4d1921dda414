extension Command {
    static let policyExport = Command(
        words: ["policy", "export"],
        group: .policy,
        summary: "write the documents of a revision into a folder",
        options: [
            .data,
            Option(name: "revision", value: "N", summary: "a revision other than the one in force"),
            Option(name: "to", value: "DIR", summary: "where to; files that differ are not overwritten"),
            Option(name: "overwrite", value: nil, summary: "overwrite files that differ"),
        ],
        examples: [("torii policy export --data data --revision 8 --to policies-r8", "byte for byte what was applied")]
    ) { invocation throws(Stop) in
        let number = try LedgerRevisions.number("revision", of: invocation)
        let folder = try invocation.required("to")
        let revision = try await LedgerRevisions.revision(number, data: try invocation.required("data"))
        if !invocation.has("overwrite") {
            try revision.documents.refuseToReplace(in: folder, "add --overwrite or choose another folder")
        }
        try revision.documents.write(to: folder)
        invocation.console.out("wrote \(revision.documents.count) documents of r\(revision.number) to \(folder)")
        return .done
    }
}
