import Documents
import Foundation
import Ledger
import Platform
import Server

/// Where audits are read and judged: a data folder, through its server where one runs, or a server elsewhere.
struct AuditPlace: Sendable {
    private enum Kind: Sendable {
        case folder(String)
        case server(url: String, key: String)
    }

    private let kind: Kind
    private let console: Console

    init(_ invocation: Invocation) throws(Stop) {
        console = invocation.console
        if invocation.has("server") || invocation.value("data") == nil, let url = invocation.value("server") {
            let key = ProcessInfo.processInfo.environment["TORII_KEY"] ?? ""
            guard !key.isEmpty else { throw .usage("--server needs an admin key in TORII_KEY") }
            kind = .server(url: url, key: key)
        } else {
            kind = .folder(try invocation.required("data"))
        }
    }

    /// `{"audits": […], "waiting": {…}}`, newest first.
    func list(_ invocation: Invocation, isWaiting: Bool) async throws(Stop) -> DocumentNode {
        let profile = invocation.value("profile")
        let limit = try invocation.integer("limit", in: 1...500, default: 100)
        switch kind {
        case .server(let url, let key):
            var query = ["limit=\(limit)"]
            if let profile { query.append("profile=\(Self.escaped(profile))") }
            if !isWaiting { query.append("all") }
            return try await answer("GET", "\(url)/v1/audits?\(query.joined(separator: "&"))", key: key)
        case .folder(let folder):
            let store = try await DataFolder.reading(folder)
            let result: Result<JSON, Stop>
            do throws(Stop) {
                guard let live = try await Command.livePolicies(store) else {
                    throw .failed("no policy is in force in `\(folder)`: there are no audits")
                }
                if let profile, live.snapshot(of: profile) == nil { throw .failed("there is no profile `\(profile)`") }
                let desk = desk(store, live, strictness: nil, folder)
                result = .success(
                    try await stopping { () throws(LedgerError) in
                        .audits(
                            try await desk.list(profile: profile, isWaiting: isWaiting, limit: limit),
                            waiting: try await desk.waiting()
                        )
                    }
                )
            } catch {
                result = .failure(error)
            }
            await store.close()
            return try Self.node(try result.get())
        }
    }

    /// The edition that was kept.
    func judge(_ word: AuditReview.Word) async throws(Stop) -> DocumentNode {
        var members: [JSON.Member] = [
            .init("finding", .string(word.finding)), .init("reason", .string(word.reason)),
        ]
        if let edition = word.edition { members.append(.init("edition", .integer(edition))) }
        switch kind {
        case .server(let url, let key):
            let path = "\(url)/v1/audits/\(Self.escaped(word.decisionID))"
            return try await answer("POST", path, key: key, body: .object(members))
        case .folder(let folder):
            switch try await DataFolder.writing(folder, console: console, mayCreate: false) {
            case .server(let control):
                members += [
                    .init("decision", .string(word.decisionID)), .init("by", .string(DataFolder.userName)),
                ]
                return try await control.answer("audits/judge", .object(members))
            case .store(let store):
                let result: Result<JSON, Stop>
                do throws(Stop) {
                    result = .success(try await judge(word, on: store, folder))
                } catch {
                    result = .failure(error)
                }
                await store.close()
                return try Self.node(try result.get())
            }
        }
    }

    /// Where no server runs the dials are taken up, corrected, and laid down again.
    private func judge(_ word: AuditReview.Word, on store: any LedgerStore, _ folder: String) async throws(Stop) -> JSON
    {
        guard let finding = AuditJudgement.Finding(rawValue: word.finding),
            let live = try await Command.livePolicies(store)
        else { throw .failed("no policy is in force in `\(folder)`: there are no audits") }
        let strictness = StrictnessDesk(folder: folder, log: .silent)
        try await stopping { () throws(LedgerError) in
            for snapshot in live.snapshots { try await strictness.restore(snapshot, from: store) }
        }
        let judgement: AuditJudgement
        do throws(Problem) {
            judgement = try await desk(store, live, strictness: strictness, folder).judge(
                AuditDesk.Word(
                    decisionID: word.decisionID,
                    finding: finding,
                    edition: word.edition.map { Int($0) },
                    by: DataFolder.userName,
                    from: "cli",
                    reason: word.reason
                )
            )
        } catch {
            throw Stop(code: error.code == .conflict ? .moved : .failed, message: error.detail)
        }
        await strictness.flush()
        return judgement.json
    }

    private func desk(
        _ store: any LedgerStore,
        _ live: PolicyHolder,
        strictness: StrictnessDesk?,
        _ folder: String
    ) -> AuditDesk {
        AuditDesk(
            store: store,
            policies: live,
            strictness: strictness,
            thumbnails: ThumbnailShelf(data: folder),
            clock: .system,
            log: .silent
        )
    }

    private func answer(
        _ method: String,
        _ url: String,
        key: String,
        body: JSON? = nil
    ) async throws(Stop) -> DocumentNode {
        let http = ServerReading.client()
        defer { http.close() }
        let request = HTTPClient.Request(
            method: method,
            url: url,
            headers: [("Authorization", "Bearer \(key)"), ("Content-Type", "application/json")],
            body: body?.encoded() ?? [],
            maxResponseBytes: 16 << 20
        )
        switch await http.response(to: request, deadline: .now + .seconds(30)) {
        case .failure(let failure):
            throw Stop(code: .unreachable, message: "\(url) does not answer: \(failure.advised)")
        case .success(let response):
            let root = DocumentReader.read(response.body, file: "answer", dialect: .json).root
            guard response.status == 200, let root else {
                let text = root?["detail"]?.string ?? "no JSON"
                throw Stop(
                    code: response.status == 409 ? .moved : .failed,
                    message: "the server answered \(response.status): \(text)"
                )
            }
            return root
        }
    }

    /// As it would come from a server.
    private static func node(_ json: JSON) throws(Stop) -> DocumentNode {
        guard let root = DocumentReader.read(json.encoded(), file: "answer", dialect: .json).root else {
            throw .failed("the answer cannot be read")
        }
        return root
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-_.")))
            ?? text
    }
}
