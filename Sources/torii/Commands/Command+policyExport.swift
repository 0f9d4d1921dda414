import Foundation
import Platform
import Policy

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
            for document in revision.documents {
                let path = "\(folder)/\(document.path)"
                guard FolderContent.exists(path) else { continue }
                let stands = try reading { () throws(PlatformError) in try FileContent.read(path) }
                guard stands == document.bytes else {
                    throw .failed(
                        "`\(path)` is there and differs; nothing was written: add --overwrite or choose another folder"
                    )
                }
            }
        }
        for document in revision.documents {
            let path = "\(folder)/\(document.path)"
            do {
                try FileManager.default.createDirectory(
                    atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
                    withIntermediateDirectories: true
                )
            } catch {
                throw .failed("cannot make the folder of `\(path)`: \(error.localizedDescription)")
            }
            try reading { () throws(PlatformError) in try FileContent.write(document.bytes, to: path) }
        }
        invocation.console.out("wrote \(revision.documents.count) documents of r\(revision.number) to \(folder)")
        return .done
    }

    /// A file call whose error ends the command.
    private static func reading<Value>(_ body: () throws(PlatformError) -> Value) throws(Stop) -> Value {
        do {
            return try body()
        } catch {
            throw .failed(error.message)
        }
    }
}
