internal import CSQLite
import Ledger

extension LedgerError {
    /// What SQLite refused, with its SQL and without arguments. A broken constraint is money or a key that would not
    /// tie; all else is the disk's or the database's failure.
    static func sqlite(_ code: Int32, database: OpaquePointer?, sql: String) -> LedgerError {
        // `errmsg` of a constraint names columns, never values.
        let reason = unsafe database.map { unsafe String(cString: sqlite3_errmsg($0)) } ?? text(of: code)
        let extended = unsafe database.map { unsafe sqlite3_extended_errcode($0) } ?? code
        if [SQLITE_NOTADB, SQLITE_CORRUPT].contains(code & 0xFF) {
            let file = unsafe database.flatMap { unsafe sqlite3_db_filename($0, nil) }.map {
                unsafe String(cString: $0)
            }
            return LedgerError(
                .storage,
                "`\(file ?? "ledger.sqlite")` is damaged (sqlite \(extended): \(reason)): keep a copy of the folder, then restore "
                    + "a backup"
            )
        }
        let kind: Code = code & 0xFF == SQLITE_CONSTRAINT ? .invariant : .storage
        return LedgerError(kind, "sqlite \(extended) (\(reason)) in `\(sql.oneLine)`")
    }

    private static func text(of code: Int32) -> String { unsafe String(cString: sqlite3_errstr(code)) }
}

extension String {
    /// Runs of spaces and line ends as one space.
    fileprivate var oneLine: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
