import Economics
import Ledger

extension Connection {
    func append(_ freeze: FreezeRecord) throws(LedgerError) {
        try run(
            "INSERT INTO freezes (frozen, at, author, origin, reason) VALUES (?, ?, ?, ?, ?)",
            [
                .flag(freeze.isFrozen), .integer(freeze.at.microseconds), .text(freeze.by), .text(freeze.from),
                .text(freeze.reason),
            ]
        )
    }

    func latestFreeze() throws(LedgerError) -> FreezeRecord? {
        try first("SELECT frozen, at, author, origin, reason FROM freezes ORDER BY number DESC LIMIT 1") {
            FreezeRecord(
                isFrozen: $0.flag(),
                at: $0.timestamp(),
                by: $0.text(),
                from: $0.text(),
                reason: $0.text()
            )
        }
    }

    func append(_ audit: RevisionAudit, revision: Int) throws(LedgerError) {
        try run(
            "INSERT INTO revision_audits (revision, base, diff, plan, accepted) VALUES (?, ?, ?, ?, ?)",
            [
                .integer(revision), .integer(audit.base), .blob(audit.diff), .blob(audit.plan),
                .text(audit.accepted.joined(separator: ",")),
            ]
        )
    }

    func audit(ofRevision number: Int) throws(LedgerError) -> RevisionAudit? {
        try first(
            "SELECT base, diff, plan, accepted FROM revision_audits WHERE revision = ?",
            [.integer(number)]
        ) {
            RevisionAudit(
                base: $0.count(),
                diff: $0.blob(),
                plan: $0.blob(),
                accepted: $0.text().split(separator: ",").map(String.init)
            )
        }
    }
}
