internal import CSQLite
import Ledger

extension LedgerError {
    /// What SQLite refused, with its SQL and without arguments. A broken constraint is money or a key that would not
    /// tie; all else is the disk's or the database's failure.
    static func sqlite(_ code: Int32, database: OpaquePointer?, sql: String) -> LedgerError {
        // `errmsg` of a constraint names columns, never values.
        let reason = unsafe database.map { unsafe String(cString: sqlite3_errmsg($0)) } ?? text(of: code)
        let extended = unsafe database.map { unsafe sqlite3_extended_errcode($0) } ?? code
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
