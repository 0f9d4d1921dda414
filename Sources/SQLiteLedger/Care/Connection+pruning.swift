import Economics
import Ledger

extension Connection {
    /// One batch, in one transaction with its neighbours: small, so that no write waits long behind it.
    func prune(before: Timestamp, limit: Int, now: Timestamp) throws(LedgerError) -> Int {
        let before = min(before, now.advanced(bySeconds: -Retention.leastSeconds))
        // Oldest first by number: reading ends at the first row that stays.
        let oldest = try rows(
            "SELECT number, id, hour FROM decisions ORDER BY number LIMIT ?",
            [.integer(limit)]
        ) { (number: $0.integer(), id: $0.text(), hour: $0.timestamp()) }
        let gone = oldest.prefix { $0.hour < before }
        var removed = 0
        var horizon: Timestamp?
        for row in gone {
            let isOpen = try first(
                """
                SELECT EXISTS (SELECT 1 FROM attempts WHERE decision = ? AND cost IS NULL)
                    OR EXISTS (SELECT 1 FROM deferred WHERE decision = ?)
                """,
                [.text(row.id), .text(row.id)]
            ) { $0.flag() }
            // A hold that old is somebody's, and what waits that long is about to be answered: nothing behind it goes before.
            guard isOpen == false else { break }
            try run("DELETE FROM blocks WHERE decision = ?", [.text(row.id)])
            try run("DELETE FROM attempts WHERE decision = ?", [.text(row.id)])
            try run("DELETE FROM device_scores WHERE number = ?", [.integer(row.number)])
            try run("DELETE FROM idempotency WHERE decision = ?", [.integer(row.number)])
            try run("DELETE FROM decisions WHERE number = ?", [.integer(row.number)])
            removed += 1
            horizon = max(horizon ?? row.hour, row.hour)
        }
        guard let horizon else { return 0 }
        // In the same transaction: a figure is compared with all of its rows or not at all.
        try run(
            "INSERT INTO pruned (before, at) SELECT ?, ? WHERE ? > coalesce((SELECT max(before) FROM pruned), 0)",
            [
                .integer(horizon.microseconds + 1), .integer(now.microseconds), .integer(horizon.microseconds + 1),
            ]
        )
        try run("DELETE FROM pruned WHERE before < (SELECT max(before) FROM pruned)")
        // Some pages a batch: what was freed goes back to the disk bit by bit, and no write waits for it.
        try shrink(pages: 64)
        return removed
    }

    /// Gives free pages at the end of the file back to the disk; nothing where the file was made without.
    func shrink(pages: Int) throws(LedgerError) { try script("PRAGMA incremental_vacuum(\(pages))") }

    func size() throws(LedgerError) -> LedgerSize {
        let page = Int(try integer("PRAGMA page_size"))
        let pages = Int(try integer("PRAGMA page_count"))
        let free = Int(try integer("PRAGMA freelist_count"))
        return LedgerSize(
            usedBytes: (pages - free) * page,
            fileBytes: pages * page,
            oldestHour: try first("SELECT hour FROM decisions ORDER BY number LIMIT 1") { $0.timestamp() }
        )
    }
}
