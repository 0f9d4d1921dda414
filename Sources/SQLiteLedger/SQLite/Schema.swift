import Ledger

/// The tables of the ledger, as steps from one version of the file to the next. A step that was released is never
/// edited: a change is a new step.
enum Schema {
    /// `TORI` in ASCII, so that `file` and a wrong path are told apart.
    static let applicationID: Int64 = 0x544F_5249
    static let steps = [
        version1, version2, version3, auditsAndFreezes, batches, control, caps, revenue, pruning, batchGates,
        deviceScores, keyLines, feedback, deferred, near, stages, eventRepeats, hours, judgements,
        events, questions, commits,
    ]
    static var version: Int { steps.count }

    /// Brings the file to this version. Throws `schema` for a file of someone else or of a newer version.
    static func migrate(_ connection: Connection) throws(LedgerError) {
        let found = try check(connection)
        guard found < version else { return }
        for next in (found + 1)...version {
            try connection.transaction("BEGIN IMMEDIATE") { connection throws(LedgerError) in
                try connection.script(steps[next - 1])
                try connection.run(
                    "INSERT INTO migrations (version, at) VALUES (?, unixepoch() * 1000000)",
                    [.integer(next)]
                )
                // Pragmas take no arguments; both numbers are our own.
                try connection.script("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(next);")
            }
        }
    }

    /// The version of the file, 0 when it is empty. Throws `schema`.
    static func check(_ connection: Connection) throws(LedgerError) -> Int {
        let application = try connection.integer("PRAGMA application_id")
        let found = Int(try connection.integer("PRAGMA user_version"))
        let tables = try connection.integer("SELECT count(*) FROM sqlite_schema")
        guard application == applicationID || (application == 0 && found == 0 && tables == 0) else {
            throw LedgerError(.schema, "the file is a database, but not a ledger of Torii")
        }
        guard found <= version else {
            throw LedgerError(
                .schema,
                "the ledger has schema \(found) and this version knows \(version): use the newer Torii that wrote it"
            )
        }
        return found
    }
}
