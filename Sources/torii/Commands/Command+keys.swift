import Documents
import Economics
import Ledger
import Platform
import Server
import Workbench

extension Command {
    static let keysCreate = Command(
        words: ["keys", "create"],
        group: .care,
        summary: "make an API key; it is shown once and only its hash is kept",
        options: [
            .data,
            Option(
                name: "scope",
                value: "SCOPE",
                summary: "client, read or admin",
                choices: KeyRecord.Scope.allCases.map(\.rawValue)
            ),
            Option(name: "name", value: "N", summary: "what it is for"),
            Option(name: "profile", value: "P", summary: "the profile of requests that name none; others are refused"),
            .json,
        ],
        examples: [("torii keys create --data data --scope client --name ios-app --profile ios", "prints the key")]
    ) { invocation throws(Stop) in
        let scope = KeyRecord.Scope(rawValue: try invocation.required("scope")) ?? .client
        let name = try invocation.required("name")
        guard (1...64).contains(name.count), name.allSatisfy({ !$0.isNewline && $0.isASCII }) else {
            throw .usage("--name must be 1...64 ASCII characters")
        }
        let folder = try invocation.required("data")
        if let profile = invocation.value("profile") { try await check(profile, in: folder) }
        let (key, record) = KeyRecord.made(name: name, scope: scope, profile: invocation.value("profile"))
        switch try await DataFolder.writing(folder, console: invocation.console) {
        case .store(let store):
            try await stopping { () throws(LedgerError) in try await store.addKey(record) }
            await store.close()
        case .server(let control):
            _ = try await control.answer("keys/add", record.json)
        }
        let report: JSON = [
            "key": .string(key), "id": .string(record.id), "scope": .string(scope.rawValue), "name": .string(name),
        ]
        // Before the key: whoever loses it to a full disk still knows which one to revoke.
        if !invocation.has("json") { invocation.console.err("\(record.id): shown once; keep it safe") }
        invocation.console.out(invocation.has("json") ? report.text() : key)
        return .done
    }

    /// Refuses a profile that is not in force, where anything is in force yet: its key would answer 404 to every upload.
    private static func check(_ profile: String, in folder: String) async throws(Stop) {
        guard FolderContent.exists("\(folder)/ledger.sqlite") else { return }
        let store = try await DataFolder.reading(folder)
        let known = try await livePolicies(store)?.snapshots.map(\.profile.name)
        await store.close()
        guard let known, !known.contains(profile) else { return }
        let near = Spelling.nearest(to: profile, among: known).map { "; did you mean `\($0)`?" } ?? ""
        throw .failed("there is no profile `\(profile)` in force\(near) (known: \(known.joined(separator: ", ")))")
    }

    static let keysList = Command(
        words: ["keys", "list"],
        group: .care,
        summary: "list the API keys, never their secrets",
        options: [.data, .json],
        examples: [("torii keys list --data data", "id, scope, profile, name, state")]
    ) { invocation throws(Stop) in
        let store = try await DataFolder.reading(try invocation.required("data"))
        let keys = try await stopping { () throws(LedgerError) in try await store.keys() }
        await store.close()
        for key in keys {
            let state = key.revokedAt.map { "revoked \($0.iso8601)" } ?? "active"
            if invocation.has("json") {
                let line: JSON = [
                    "id": .string(key.id), "scope": .string(key.scope.rawValue), "name": .string(key.name),
                    "profile": key.profile.map { .string($0) } ?? .null,
                    "createdAt": .string(key.createdAt.iso8601),
                    "revokedAt": key.revokedAt.map { .string($0.iso8601) } ?? .null,
                ]
                invocation.console.out(line.text())
            } else {
                let profile = (key.profile ?? "any").padded(to: 12)
                invocation.console.out(
                    "\(key.id)  \(key.scope.rawValue.padded(to: 7))\(profile)\(key.name.padded(to: 20))\(state)"
                )
            }
        }
        return .done
    }

    static let keysRevoke = Command(
        words: ["keys", "revoke"],
        group: .care,
        summary: "end an API key at once",
        operands: "ID",
        options: [.data],
        examples: [("torii keys revoke key_1a2b3c4d5e6f --data data", "the running server refuses it from now on")]
    ) { invocation throws(Stop) in
        guard invocation.operands.count == 1, let id = invocation.operands.first else {
            throw .usage("say which key: torii keys revoke ID")
        }
        switch try await DataFolder.writing(try invocation.required("data"), console: invocation.console) {
        case .store(let store):
            try await stopping { () throws(LedgerError) in try await store.revokeKey(id: id, at: WallClock.system.now())
            }
            await store.close()
        case .server(let control):
            _ = try await control.answer("keys/revoke", ["id": .string(id)])
        }
        invocation.console.out("\(id) is revoked")
        return .done
    }
}
