extension LedgerError {
    package static func duplicate(attempt: Int, of decisionID: String) -> LedgerError {
        LedgerError(.duplicate, "attempt \(attempt) of `\(decisionID)` is in the ledger already")
    }

    package static func settled(attempt: Int, of decisionID: String) -> LedgerError {
        LedgerError(.duplicate, "attempt \(attempt) of `\(decisionID)` was settled already")
    }

    package static func noHold(attempt: Int, of decisionID: String) -> LedgerError {
        LedgerError(.notFound, "attempt \(attempt) of `\(decisionID)` has no hold")
    }

    package static func duplicate(decision id: String) -> LedgerError {
        LedgerError(.duplicate, "decision `\(id)` is in the ledger already")
    }

    package static func usedKey() -> LedgerError {
        LedgerError(.duplicate, "the idempotency key belongs to another decision")
    }

    package static let closed = LedgerError(.storage, "the ledger is closed")

    package static func duplicate(batch id: String) -> LedgerError {
        LedgerError(.duplicate, "batch `\(id)` is in the ledger already")
    }

    package static func notDeferred(_ id: String) -> LedgerError {
        LedgerError(.notFound, "decision `\(id)` is not deferred")
    }

    package static func noBatch(_ id: String) -> LedgerError { LedgerError(.notFound, "there is no batch `\(id)`") }

    package static func duplicate(key id: String) -> LedgerError {
        LedgerError(.duplicate, "the key `\(id)` or its secret is in the ledger already")
    }

    package static func noKey(_ id: String) -> LedgerError { LedgerError(.notFound, "there is no key `\(id)`") }

    package static func stale(judgement edition: Int, latest: Int) -> LedgerError {
        LedgerError(
            .stale,
            "edition \(edition) does not follow edition \(latest): somebody else has judged it meanwhile"
        )
    }

    package static func stale(_ number: Int, latest: Int) -> LedgerError {
        LedgerError(.stale, "revision \(number) does not follow revision \(latest)")
    }
}
