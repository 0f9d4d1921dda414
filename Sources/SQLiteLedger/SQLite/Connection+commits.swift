import Economics
import Ledger

extension Connection {
    func commitCount() throws(LedgerError) -> CommitCount {
        try first("SELECT number, changes FROM commits") { CommitCount(number: $0.integer(), changes: $0.integer()) }
            ?? CommitCount(number: 0, changes: 0)
    }

    func note(_ count: CommitCount) throws(LedgerError) {
        try run("UPDATE commits SET number = ?, changes = ?", [.integer(count.number), .integer(count.changes)])
    }

    /// Keeps what is missing; commits count on from the one that was acknowledged last.
    func note(_ lost: LostCommits, upTo count: CommitCount) throws(LedgerError) {
        try transaction("BEGIN IMMEDIATE") { connection throws(LedgerError) in
            try connection.note(count)
            try connection.run(
                "UPDATE commits SET lost = lost + ?, lost_changes = lost_changes + ?, lost_at = unixepoch() * 1000000",
                [.integer(lost.commits), .integer(lost.rows)]
            )
        }
    }

    /// What starts have found; nil: nothing.
    func lostCommits() throws(LedgerError) -> LostCommits? {
        try first("SELECT lost, lost_changes, lost_at FROM commits WHERE lost > 0") { row in
            LostCommits(commits: row.count(), rows: row.count(), at: row.timestamp())
        }
    }
}
