import Documents
import Foundation
import Testing

@testable import Policy

/// The schemas editors use say what the decoder does.
struct PolicySchemaTests {
    private static func schema(of path: String) throws -> JSON {
        let name =
            switch DocumentPlace(path)?.kind {
            case .prices: "prices.json"
            case .models: "models.json"
            case .contract: "contract.json"
            default: "profile.json"
            }
        return try #require(PolicySchema.files.first { $0.name == name }?.schema)
    }

    private static func mistakes(_ document: PolicyDocument) throws -> [String] {
        let read = DocumentReader.read(document.bytes, file: document.path, dialect: .json5)
        return SchemaValidator.mistakes(in: try #require(read.root), schema: try schema(of: document.path))
    }

    @Test func theCommittedFilesAreThoseOfTheTables() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../policies/schema")
            .standardized
        for (name, schema) in PolicySchema.files {
            let committed = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(committed == schema.text(pretty: true) + "\n", "run `torii policy schema --out policies/schema`")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == PolicySchema.files.map(\.name).sorted())
    }

    @Test func takesTheShippedAndTheValidDocuments() throws {
        for document in try PolicyFolder.shipped() + PolicyFolder.valid.documents {
            #expect(try Self.mistakes(document) == [], "\(document.path)")
        }
    }

    /// What a schema can see of a mistake: a value of its own, not what ties two together.
    private static let visible = ["policy.unknown-key", "policy.missing", "policy.type", "policy.value"]

    static let spoiled = (Spoiled.gates + Spoiled.budgets + Spoiled.catalogues).filter { spoiled in
        visible.contains { code in spoiled.expected.contains { $0.contains("[\(code)]") } }
            // Calendars and amounts beyond 64 bits are no matter of a pattern.
            && !["2027-02-29", "99999999999"].contains { spoiled.new.contains($0) }
            // Required by another value of the same object, which only lint knows.
            && !spoiled.expected.contains { $0.contains("fields[") && $0.contains("[policy.missing]") }
    }

    @Test(arguments: spoiled)
    func refusesWhatLintRefuses(_ spoiled: Spoiled) throws {
        let folder = try #require(PolicyFolder.valid.replacing(spoiled.old, by: spoiled.new, in: spoiled.file))
        let document = try #require(folder.documents.first { $0.path == spoiled.file })
        guard DocumentReader.read(document.bytes, file: document.path, dialect: .json5).root != nil else { return }
        #expect(try Self.mistakes(document) != [])
    }

    /// Each key the tables call required is one whose absence lint reports, and each optional one is one it does not miss.
    @Test(arguments: ["android.json5", "prices.json5", "models.json5", "contracts/wall.json5"])
    func callsRequiredWhatLintMisses(path: String) throws {
        let document = try #require(PolicyFolder.valid.documents.first { $0.path == path })
        let root = JSON(try #require(DocumentReader.read(document.bytes, file: path, dialect: .json5).root))
        let schema = try Self.schema(of: path)
        var tried = 0
        for without in Self.withoutOneKey(root) {
            let bytes = without.encoded()
            var folder = PolicyFolder.valid
            folder.texts[path] = String(decoding: bytes, as: UTF8.self)
            let missing = folder.read().diagnostics.filter { $0.code == "policy.missing" && $0.file == path }
            let node = try #require(DocumentReader.read(bytes, file: path, dialect: .json).root)
            let unseen = SchemaValidator.mistakes(in: node, schema: schema).filter {
                $0.hasSuffix("is missing") || $0.hasSuffix("has too few keys")
            }
            // Keys of a contract's field depend on its kind.
            if missing.first?.field.hasPrefix("fields[") == true, unseen.isEmpty { continue }
            #expect(missing.isEmpty == unseen.isEmpty, "\(missing.map(\.field)) \(unseen)")
            tried += 1
        }
        #expect(tried > 5)
    }

    /// The value with one key left out, for every key at any depth.
    private static func withoutOneKey(_ value: JSON) -> [JSON] {
        switch value {
        case .object(let members):
            return members.indices.flatMap { index -> [JSON] in
                var fewer = members
                fewer.remove(at: index)
                return [.object(fewer)]
                    + withoutOneKey(members[index].value).map { inner in
                        var changed = members
                        changed[index] = JSON.Member(members[index].key, inner)
                        return .object(changed)
                    }
            }
        case .array(let items):
            return items.indices.flatMap { index in
                withoutOneKey(items[index]).map { inner in
                    var changed = items
                    changed[index] = inner
                    return .array(changed)
                }
            }
        default: return []
        }
    }
}
