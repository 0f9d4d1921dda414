import Documents
import Ledger
import Platform
package import Policy

extension ControlSocket {
    /// One picture by its path on this machine, as an upload of whoever asks: `answer` is what a client would be
    /// answered, `isProblem` whether that is a problem.
    func classify(_ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        guard let path = arguments["path"]?.string, path.hasPrefix("/") else {
            throw Problem(.invalidField, "`path` must be the absolute path of a picture")
        }
        let snapshot = try service.policies.snapshot(named: arguments["profile"]?.string)
        let bytes: [UInt8]
        switch await files.run({ Result { () throws(PlatformError) in try FileContent.read(path) } }) {
        case .success(let read): bytes = read
        case .failure(let error): throw Problem(.cannotRead, error.message)
        }
        let answer = await service.gateway.answer(
            to: Upload(
                snapshot: snapshot,
                client: "cli",
                body: bytes,
                idempotencyKey: nil,
                bodyComplete: .now,
                receivedAt: service.clock.now(),
                clientDeadline: nil
            )
        )
        guard let root = DocumentReader.read(answer.body, file: "answer", dialect: .json).root else {
            throw Problem(.internalError, "the answer is no JSON")
        }
        return HTTPResponse(json: ["answer": JSON(root), "isProblem": .bool(answer.isProblem)])
    }
}

extension PolicyHolder {
    /// The profile in force under a name, which may be left out where there is one alone: no money is spent under a profile
    /// that nobody named. Throws `unknown_profile`.
    package func snapshot(named name: String?) throws(Problem) -> PolicySnapshot {
        let names = snapshots.map(\.profile.name)
        guard let wanted = name ?? (names.count == 1 ? names.first : nil) else {
            throw Problem(.unknownProfile, "say which profile with --profile: \(names.joined(separator: ", "))")
        }
        guard let snapshot = snapshot(of: wanted) else {
            throw Problem(
                .unknownProfile,
                "there is no profile `\(wanted.printable)` in force; known: \(names.joined(separator: ", "))"
            )
        }
        return snapshot
    }
}
