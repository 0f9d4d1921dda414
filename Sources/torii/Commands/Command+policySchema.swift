import Documents
import Foundation
import Platform
import Policy

extension Command {
    static let policySchema = Command(
        words: ["policy", "schema"],
        group: .policy,
        summary: "write the JSON Schemas of policy documents, for editors",
        options: [.schemaFolder, .checkSchemas],
        examples: [
            ("torii policy schema --out policies/schema", "profile.json, prices.json, models.json, contract.json")
        ]
    ) { invocation throws(Stop) in try writeSchemas(PolicySchema.files, invocation) }

    /// Writes schemas where `--out` says, or compares them with what is there.
    static func writeSchemas(
        _ files: [(name: String, schema: JSON)],
        _ invocation: Invocation
    ) throws(Stop) -> ExitCode {
        guard let folder = invocation.value("out") else {
            if invocation.has("check") { throw .usage("--check compares with --out DIR: give both") }
            for (_, schema) in files { invocation.console.out(schema.text(pretty: true)) }
            return .done
        }
        var differing: [String] = []
        do {
            for (name, schema) in files {
                let path = "\(folder)/\(name)"
                let bytes = schema.encoded(pretty: true) + [UInt8(ascii: "\n")]
                if invocation.has("check") {
                    guard FolderContent.exists(path), try FileContent.read(path) == bytes else {
                        differing.append(name)
                        continue
                    }
                } else {
                    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                    try FileContent.write(bytes, to: path)
                    invocation.console.out("wrote \(path)")
                }
            }
        } catch {
            throw .failed(
                (error as? PlatformError)?.message ?? "cannot make `\(folder)`: \(error.localizedDescription)"
            )
        }
        guard differing.isEmpty else {
            throw .failed(
                "\(differing.joined(separator: ", ")) in `\(folder)` differ: write them again with `torii \(invocation.command.name) --out \(folder)`"
            )
        }
        return .done
    }
}

extension Command.Option {
    static let schemaFolder = Command.Option(
        name: "out",
        value: "DIR",
        summary: "where to; without it they go to standard output"
    )
    static let checkSchemas = Command.Option(
        name: "check",
        value: nil,
        summary: "write nothing; exit 1 when a file of DIR is another"
    )
}
