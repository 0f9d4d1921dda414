import Documents
import Ledger
import Platform
import Policy

/// Batches beside a running server: its gateway sends them, its ledger has them.
extension ControlSocket {
    /// Pictures by their paths on this machine: the server reads them, as it does when a job goes on after a restart.
    func submitBatch(_ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        let items = arguments["paths"]?.array ?? []
        let paths = items.compactMap(\.string).filter { $0.hasPrefix("/") }
        guard !paths.isEmpty, paths.count == items.count else {
            throw Problem(.invalidField, "`paths` must be absolute paths of pictures")
        }
        guard let hours = arguments["deadlineHours"]?.integer, (0...168).contains(hours),
            let pictures = arguments["maxPictures"]?.integer, (1...5_000).contains(pictures)
        else { throw Problem(.invalidField, "`deadlineHours` must be 0...168, `maxPictures` 1...5000") }
        let profile = try service.policies.snapshot(named: arguments["profile"]?.string)
        let deadline = service.clock.now().advanced(bySeconds: hours * 3_600)
        return try await alone { () throws(LedgerError) in
            let submission = try await desk.submit(
                paths,
                snapshot: profile,
                deadline: deadline,
                limits: BatchDesk.Limits(pictures: Int(pictures))
            )
            return [
                "jobs": .array(submission.jobs.map(\.json)),
                "refused": .array(
                    submission.refused.map { ["path": .string($0.path), "why": .string($0.why)] }
                ),
                "answered": .integer(Int64(submission.answered)),
                "repeated": .integer(Int64(submission.repeated)),
            ]
        }
    }

    func collectBatches() async throws(Problem) -> HTTPResponse {
        try await alone { () throws(LedgerError) in
            try await desk.sendDeferred()
            return ["jobs": .array(try await desk.collect().map(\.json)), "refused": []]
        }
    }

    /// One at a time: a job that two look at would be sent, and asked for, twice.
    private func alone(_ body: () async throws(LedgerError) -> JSON) async throws(Problem) -> HTTPResponse {
        guard service.batchTurn.take() else {
            throw Problem(.batchBusy, "the server is at work on another batch command: try again later")
        }
        defer { service.batchTurn.release() }
        do {
            return HTTPResponse(json: try await body())
        } catch {
            throw Problem(.ledgerUnavailable, error.message)
        }
    }
}
