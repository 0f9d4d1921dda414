import Economics
import Ledger
import Platform
import Policy
import Server

/// Asks again about a picture that was blocked, once the profile's safety settings are other ones. Never on its own:
/// the same settings would be paid for to block again.
struct Resend: Sendable {
    let decision: DecisionRecord
    /// What blocked it.
    let blocks: [SafetyBlock]

    /// Reads the decision; refuses one that was not blocked, and a file that is not its picture.
    static func read(_ id: String, file: [UInt8], data: String) async throws(Stop) -> Resend {
        let store = try await DataFolder.reading(data)
        let record = try await stopping { () throws(LedgerError) in try await store.decision(id: id) }
        let attempts = try await stopping { () throws(LedgerError) in try await store.attempts(decisionID: id) }
        await store.close()
        guard let record else { throw .failed("there is no decision `\(id)`") }
        let blocks = attempts.flatMap { $0.settlement?.facts?.blocks ?? [] }
        guard !blocks.isEmpty else { throw .failed("decision `\(id)` was not blocked: there is nothing to send again") }
        guard record.image?.sha256 == Crypto.sha256(file) else {
            throw .failed("the file is not the picture of decision `\(id)`: its SHA-256 is another one")
        }
        return Resend(decision: record, blocks: blocks)
    }

    /// Refuses when the settings in force are those it was blocked under.
    func check(_ profile: Profile, store: any LedgerStore) async throws(Stop) {
        let number = decision.revision
        let then = try await stopping { () throws(LedgerError) in try await store.revision(number: number) }
        guard let then else { throw .failed("revision r\(number), which it was blocked under, is not in the ledger") }
        let read = PolicyReader.read(then.documents, knownZones: TimeZones.known, now: then.at)
        let before = read.set?.profiles[profile.name]?.cloud.safety
        guard before != profile.cloud.safety else {
            let blocked = blocks.map { $0.category.isEmpty ? $0.reason : $0.category }.joined(separator: ", ")
            throw .failed(
                "blocked (\(blocked)) under the safety settings still in force: change them and `torii policy apply` first"
            )
        }
    }
}
