import Backtest
import Documents
import Economics
import Ledger
package import Platform
import Policy

/// What commands ask of the running server over `DATA/torii.sock`, which its owner alone can open.
///
/// One request form: `POST /control/NAME` with a JSON object. Answers are JSON; errors are problem+json.
package struct ControlSocket: Sendable {
    let service: Service
    /// Data folder; nil: nothing of it can be changed.
    let data: String?
    let files = BlockingPool(threads: 1, name: "torii-control")
    let desk: BatchDesk

    package init(service: Service, data: String?) {
        self.service = service
        self.data = data
        desk = BatchDesk(gateway: service.gateway)
    }

    /// Where the socket of a data folder's server is.
    package static func path(data: String) -> String { "\(data)/torii.sock" }

    /// Answers one command. Only the folder's owner can reach the socket, so there is no key.
    package func response(to request: HTTPRequest) async -> HTTPResponse {
        do throws(Problem) {
            guard request.method == "POST" else { throw Problem(.methodNotAllowed, "control takes POST") }
            let arguments = try Self.arguments(request.body)
            switch request.path {
            case "/control/policy/apply": return try await applyPolicy(arguments)
            case "/control/policy/rollback": return try await rollBackPolicy(arguments)
            case "/control/policy/promote": return try await promotePolicy(arguments)
            case "/control/policy/end-rollout":
                let (by, reason) = try Self.author(arguments)
                return try await service.answer { desk throws(LedgerError) in
                    try await desk.endRollout(by: by, from: "socket", reason: reason)
                }
            case "/control/freeze": return try await setFrozen(true, arguments)
            case "/control/thaw": return try await setFrozen(false, arguments)
            case "/control/classify": return try await classify(arguments)
            case "/control/batch/submit": return try await submitBatch(arguments)
            case "/control/batch/collect": return try await collectBatches()
            case "/control/cache/purge": return try await purgeCache(arguments)
            case "/control/keys/add": return try await addKey(arguments)
            case "/control/keys/rotate": return try await rotateKey(arguments)
            case "/control/keys/revoke": return try await revokeKey(arguments)
            case "/control/keys/signing": return try await signingKeys(arguments)
            case "/control/revenue/import":
                return try await service.takeRevenue(arguments, fx: arguments["fx"]?.string ?? "")
            case "/control/watermark/register": return try await registerOwn(arguments)
            case "/control/strictness": return HTTPResponse(json: try await service.strictnessReport())
            case "/control/strictness/history": return history(arguments)
            case "/control/strictness/approve": return try await approve(arguments)
            case "/control/strictness/certify": return try await certify(arguments)
            case "/control/strictness/clear": return try await clearAlarm(arguments)
            case "/control/audits/judge": return try await judgeAudit(arguments)
            default: throw Problem(.notFound, "there is no control `\(request.path.printable)`")
            }
        } catch {
            return HTTPResponse(error)
        }
    }

    private static func arguments(_ body: [UInt8]) throws(Problem) -> DocumentNode {
        let read = DocumentReader.read(body, file: "request", dialect: .json)
        guard let root = read.root, root.object != nil else {
            throw Problem(.invalidJSON, read.diagnostics.first?.message ?? "an object is expected")
        }
        return root
    }

    private func applyPolicy(_ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        var documents: [PolicyDocument] = []
        for item in arguments["documents"]?.array ?? [] {
            guard let document = PolicyDocument(json: item) else {
                throw Problem(.invalidField, "documents need `path` and `text`")
            }
            documents.append(document)
        }
        let proposal = PolicyDesk.Proposal(
            documents: documents,
            by: arguments["by"]?.string ?? "unknown",
            from: "socket",
            reason: try arguments.reason(),
            base: arguments["base"]?.integer.map { Int($0) },
            accepted: Self.limits(arguments),
            millionths: try Self.millionths(arguments)
        )
        return try await service.answer { desk throws(LedgerError) in try await desk.apply(proposal) }
    }

    private func promotePolicy(_ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        let (by, reason) = try Self.author(arguments)
        let promotion = PolicyDesk.Promotion(
            by: by,
            from: "socket",
            reason: reason,
            millionths: try Self.millionths(arguments),
            accepted: Self.limits(arguments)
        )
        return try await service.answer { desk throws(LedgerError) in try await desk.promote(promotion) }
    }

    private static func author(_ arguments: DocumentNode) throws(Problem) -> (by: String, reason: String) {
        (arguments["by"]?.string ?? "unknown", try arguments.reason())
    }

    private static func limits(_ arguments: DocumentNode) -> [PlanLimit] {
        (arguments["acceptLimits"]?.array ?? []).compactMap { $0.string.flatMap(PlanLimit.init) }
    }

    /// The share of a stage; nil: all.
    private static func millionths(_ arguments: DocumentNode) throws(Problem) -> Int? {
        guard let node = arguments["millionths"], !node.isNull else { return nil }
        guard let millionths = node.integer.flatMap({ Int(exactly: $0) }), (1...999_999).contains(millionths) else {
            throw Problem(.invalidField, "`millionths` must be 1...999999")
        }
        return millionths
    }

    private func rollBackPolicy(_ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        guard let revision = arguments["revision"]?.integer else {
            throw Problem(.missingField, "say which revision: `revision`")
        }
        let wanted = PolicyDesk.Return(
            revision: Int(revision),
            profile: arguments["profile"]?.string,
            by: arguments["by"]?.string ?? "unknown",
            from: "socket",
            reason: try arguments.reason(),
            base: arguments["base"]?.integer.map { Int($0) }
        )
        return try await service.answer { desk throws(LedgerError) in try await desk.rollBack(wanted) }
    }

    /// Stops or resumes all spending, from the next attempt on.
    private func setFrozen(_ frozen: Bool, _ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        let (by, reason) = try Self.author(arguments)
        do {
            let (record, isNew) = try await SpendDesk(store: service.store, clock: service.clock).set(
                frozen: frozen,
                by: by,
                from: "socket",
                reason: reason
            )
            if let record { service.gateway.spending.put(record) }
            service.log.info("spending", [("frozen", .text("\(frozen)")), ("reason", .text(reason))])
            return HTTPResponse(json: ["outcome": .string(isNew ? "changed" : "unchanged"), "frozen": .bool(frozen)])
        } catch {
            throw Problem(.ledgerUnavailable, error.message)
        }
    }

    private func addKey(_ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        guard let key = KeyRecord(json: arguments) else {
            throw Problem(.invalidField, "a key needs id, name, scope, hash and createdAt")
        }
        try await changeKeys { store throws(LedgerError) in try await store.addKey(key) }
        return HTTPResponse(json: ["outcome": "added", "id": .string(key.id)])
    }

    private func rotateKey(_ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        guard let key = KeyRecord(json: arguments), let until = arguments["until"]?.integer else {
            throw Problem(
                .invalidField,
                "a key that follows another needs id, client, name, scope, hash, createdAt and until"
            )
        }
        try await changeKeys { store throws(LedgerError) in
            try await store.rotateKey(to: key, until: Timestamp(microseconds: until))
        }
        return HTTPResponse(json: ["outcome": "rotated", "id": .string(key.id)])
    }

    private func revokeKey(_ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        guard let id = arguments["id"]?.string else { throw Problem(.missingField, "say which key: `id`") }
        let now = service.clock.now()
        try await changeKeys { store throws(LedgerError) in try await store.revokeKey(id: id, at: now) }
        return HTTPResponse(json: ["outcome": "revoked", "id": .string(id)])
    }

    /// The public halves; with `rotate` after the next key has become the current one.
    private func signingKeys(_ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        guard arguments["rotate"]?.bool == true, let data else { return HTTPResponse(json: service.shelf.keys.json) }
        let rotated = service.shelf.keys.rotated()
        let failure = await files.run { () -> PlatformError? in
            do throws(PlatformError) {
                try rotated.write(in: data)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw Problem(.cannotWrite, failure.message) }
        service.shelf.sign(with: rotated)
        service.log.info("policies signed with the next key", [("key", .text(rotated.current.id))])
        return HTTPResponse(json: rotated.json)
    }

    private func registerOwn(_ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        let items = arguments["hashes"]?.array ?? []
        let hashes = items.compactMap { $0.string.flatMap { Encoding.bytes(hex: $0) } }.filter { $0.count == 32 }
        guard !items.isEmpty, hashes.count == items.count else {
            throw Problem(.invalidField, "`hashes` must be SHA-256 of files, in hex")
        }
        do {
            let added = try await service.store.registerOwn(hashes: hashes, at: service.clock.now())
            return HTTPResponse(json: ["outcome": "registered", "new": .integer(Int64(added))])
        } catch {
            throw Problem(.ledgerUnavailable, error.message)
        }
    }

    /// Changes keys in the ledger, then lets requests see it at once.
    private func changeKeys(
        _ change: (any LedgerStore) async throws(LedgerError) -> Void
    ) async throws(Problem) {
        do {
            try await change(service.store)
            try await service.keyring.refresh(from: service.store)
        } catch {
            let code: ProblemCode =
                switch error.code {
                case .notFound: .notFound
                case .duplicate: .conflict
                case .locked, .storage, .stale, .invariant, .schema: .ledgerUnavailable
                }
            throw Problem(code, error.message)
        }
    }
}
