import Documents
import Platform

extension Service {
    /// `GET /readyz`: whether uploads can be served, with the ledger answering and taking a write.
    func readiness() async -> HTTPResponse {
        let isDraining = isDraining.load(ordering: .relaxed)
        let ledger: String
        do {
            _ = try await store.latestRevision()
            try await store.checkWritable()
            ledger = "ok"
        } catch {
            log.error("ledger not usable", [("cause", .text(error.message))])
            ledger = "failing"
        }
        let isReady = !isDraining && ledger == "ok"
        var response = HTTPResponse(json: [
            "status": isReady ? "ready" : "not ready",
            "draining": .bool(isDraining),
            "ledger": .string(ledger),
            "policyRevision": .integer(Int64(policies.revision)),
        ])
        response.status = isReady ? 200 : 503
        return response
    }
}

extension HTTPResponse {
    init(json: JSON) {
        self.init(status: 200, headers: [("Content-Type", "application/json")], body: .bytes(json.encoded()))
    }
}

extension Problem {
    static let digestMismatch = Problem(
        .digestMismatch,
        "the body does not have the SHA-256 of Content-Digest; send it again"
    )

    static let ledgerUnavailable = Problem(.ledgerUnavailable, "the ledger cannot be read now; ask again")
}
