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
            Option(name: "expires", value: "TIME", summary: "after which it is refused: 90d, 12h (default: never)"),
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
        let isThere = FolderContent.exists("\(folder)/ledger.sqlite") || FolderLock.holder(of: folder) != nil
        if let profile = invocation.value("profile") { try await check(profile, in: folder) }
        let now = WallClock.system.now()
        if isThere, let old = try await keys(in: folder).first(where: { $0.name == name && $0.isGood(at: now) }) {
            invocation.console.err(
                "note: `\(name)` is the name of \(old.id) too; `torii keys rotate \(old.id)` makes the key that follows it"
            )
        }
        let life = try invocation.duration("expires", in: .seconds(60)...(.seconds(3_650 * 86_400)))
        let (key, record) = KeyRecord.made(
            name: name,
            scope: scope,
            profile: invocation.value("profile"),
            at: now,
            expiresAt: life.map { now.advanced(bySeconds: $0.components.seconds) }
        )
        switch try await DataFolder.writing(folder, console: invocation.console, mayCreate: true) {
        case .store(let store):
            try await stopping { () throws(LedgerError) in try await store.addKey(record) }
            await store.close()
        case .server(let control):
            _ = try await control.answer("keys/add", record.json)
        }
        show(key, record, invocation)
        return .done
    }

    /// The one time a key is seen.
    private static func show(_ key: String, _ record: KeyRecord, _ invocation: Invocation) {
        let report: JSON = [
            "key": .string(key), "id": .string(record.id), "client": .string(record.client),
            "scope": .string(record.scope.rawValue), "name": .string(record.name),
        ]
        // Before the key: whoever loses it to a full disk still knows which one to revoke.
        if !invocation.has("json") { invocation.console.err("\(record.id): shown once; keep it safe") }
        invocation.console.out(invocation.has("json") ? report.text() : key)
    }

    static let keysRotate = Command(
        words: ["keys", "rotate"],
        group: .care,
        summary: "make the key that follows another: same client, new secret, both good for a while",
        operands: "NAME|ID",
        options: [
            .data,
            Option(
                name: "overlap",
                value: "TIME",
                summary: "for which the keys before it stay good: 24h, 7d, 0s (default 24h)"
            ),
            .json,
        ],
        examples: [
            ("torii keys rotate ios-app --overlap 7d --data data", "prints the new key; the old ones end in a week"),
            ("torii keys list --data data", "last use tells whether the old one may be revoked sooner"),
        ]
    ) { invocation throws(Stop) in
        guard invocation.operands.count == 1, let wanted = invocation.operands.first else {
            throw .usage("say which key: torii keys rotate NAME")
        }
        let folder = try invocation.required("data")
        let overlap = try invocation.duration("overlap", in: .zero...(.seconds(365 * 86_400))) ?? .seconds(86_400)
        let now = WallClock.system.now()
        let until = now.advanced(bySeconds: overlap.components.seconds)
        let known = try await keys(in: folder)
        let old = try KeyLine.newest(of: wanted, among: known, at: now)
        let (key, record) = old.follower(at: now)
        switch try await DataFolder.writing(folder, console: invocation.console, mayCreate: false) {
        case .store(let store):
            try await stopping { () throws(LedgerError) in try await store.rotateKey(to: record, until: until) }
            await store.close()
        case .server(let control):
            var arguments: [JSON.Member] = [.init("until", .integer(until.microseconds))]
            if case .object(let members) = record.json { arguments += members }
            _ = try await control.answer("keys/rotate", .object(arguments))
        }
        if !invocation.has("json") {
            invocation.console.err("\(old.id) and what came before it end at \(until.iso8601)")
        }
        show(key, record, invocation)
        return .done
    }

    private static func keys(in folder: String) async throws(Stop) -> [KeyRecord] {
        let store = try await DataFolder.reading(folder)
        let keys = try await stopping { () throws(LedgerError) in try await store.keys() }
        await store.close()
        return keys
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
        summary: "list the API keys, never their secrets: state and last use, which is up to a minute old",
        options: [.data, .json],
        examples: [("torii keys list --data data", "id, scope, profile, name, state, last use")]
    ) { invocation throws(Stop) in
        let now = WallClock.system.now()
        for key in try await keys(in: try invocation.required("data")) {
            invocation.console.out(invocation.has("json") ? key.listed(at: now).text() : key.line(at: now))
        }
        return .done
    }

    static let keysRevoke = Command(
        words: ["keys", "revoke"],
        group: .care,
        summary: "end an API key at once; by its name, with every other key of the same client",
        operands: "NAME|ID",
        options: [.data],
        examples: [
            ("torii keys revoke key_1a2b3c4d5e6f --data data", "the running server refuses it from now on"),
            ("torii keys revoke ios-app --data data", "the client is shut out"),
        ]
    ) { invocation throws(Stop) in
        guard invocation.operands.count == 1, let wanted = invocation.operands.first else {
            throw .usage("say which key: torii keys revoke NAME|ID")
        }
        let folder = try invocation.required("data")
        let now = WallClock.system.now()
        let ids = try KeyLine.ending(wanted, among: try await keys(in: folder), at: now)
        switch try await DataFolder.writing(folder, console: invocation.console, mayCreate: false) {
        case .store(let store):
            try await stopping { () throws(LedgerError) in
                for id in ids { try await store.revokeKey(id: id, at: now) }
            }
            await store.close()
        case .server(let control):
            for id in ids { _ = try await control.answer("keys/revoke", ["id": .string(id)]) }
        }
        for id in ids { invocation.console.out("\(id) is revoked") }
        return .done
    }
}
