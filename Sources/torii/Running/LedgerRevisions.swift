import Ledger
import Policy
import Server

/// Revisions as commands read them: beside whoever writes, each closed again at once.
enum LedgerRevisions {
    /// One revision with its documents; the live one when no number is given.
    static func revision(_ number: Int?, data: String) async throws(Stop) -> RevisionRecord {
        let store = try await DataFolder.reading(data)
        let found: RevisionRecord?
        var missing = "no policy was ever applied"
        do throws(Stop) {
            found = try await stopping { () throws(LedgerError) in
                if let number { try await store.revision(number: number) } else { try await store.revisionInForce() }
            }
            if found == nil, let number {
                missing = try await stopping { () throws(LedgerError) in
                    try await store.message(ofMissingRevision: number)
                }
            }
        } catch {
            await store.close()
            throw error
        }
        await store.close()
        guard let found else { throw .failed(missing) }
        return found
    }

    /// The number given with an option, if it is.
    static func number(_ option: String, of invocation: Invocation) throws(Stop) -> Int? {
        invocation.has(option) ? try invocation.integer(option, in: 1...Int.max, default: 1) : nil
    }
}

extension PolicyDesk.Outcome {
    /// What a script reads of an outcome, or the stop it is.
    func done() throws(Stop) -> PolicyChangeReport {
        switch self {
        case .applied(let revision, _):
            let outcome = revision.stage == nil ? "applied" : "staged"
            return PolicyChangeReport(outcome: outcome, revision: revision.number)
        case .unchanged(let revision): return PolicyChangeReport(outcome: "unchanged", revision: revision)
        case .refused(let diagnostics):
            throw .failed(diagnostics.rendered(sources: [:]) + "\nthe documents have errors; nothing was changed")
        case .limitsBroken(let limits):
            throw Stop(code: .limitBroken, message: Self.message(of: limits))
        case .rollingOut(let staged): throw Stop(code: .moved, message: Self.rollingOutMessage(staged))
        case .noRollout: throw .failed(Self.noRolloutMessage)
        case .stale(let live):
            throw Stop(code: .moved, message: "revision \(live) is live now: look at it, then make the change again")
        }
    }
}
