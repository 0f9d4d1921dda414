internal import CSQLite
import Ledger

/// One prepared statement and its owner. Lives as long as its connection.
// SAFETY: the handle is made in `init`, ended in `deinit`, and its connection outlives it.
@safe final class Statement {
    let sql: String
    private let handle: OpaquePointer

    /// Prepares `sql`, which must be a single statement, for being run many times.
    init(_ sql: String, database: OpaquePointer) throws(LedgerError) {
        var handle: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(
            database,
            sql,
            -1,
            UInt32(SQLITE_PREPARE_PERSISTENT),
            &handle,
            nil
        )
        guard code == SQLITE_OK, let handle = unsafe handle else {
            throw unsafe LedgerError.sqlite(code, database: database, sql: sql)
        }
        self.sql = sql
        unsafe self.handle = handle
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Runs to the end, handing each row to `read`. The statement is reset on every way out, so that no read
    /// transaction stays open behind it.
    func run(
        _ arguments: [SQLValue],
        _ read: (inout Row) throws(LedgerError) -> Void
    ) throws(LedgerError) {
        defer {
            unsafe sqlite3_reset(handle)
            unsafe sqlite3_clear_bindings(handle)
        }
        try bind(arguments)
        while true {
            let code = unsafe sqlite3_step(handle)
            switch code {
            case SQLITE_ROW:
                var row = unsafe Row(handle)
                try read(&row)
            case SQLITE_DONE: return
            default: throw unsafe LedgerError.sqlite(code, database: sqlite3_db_handle(handle), sql: sql)
            }
        }
    }

    private func bind(_ arguments: [SQLValue]) throws(LedgerError) {
        precondition(Int(unsafe sqlite3_bind_parameter_count(handle)) == arguments.count, "argument count of \(sql)")
        for (offset, argument) in arguments.enumerated() {
            let index = Int32(offset + 1)
            let code =
                switch argument {
                case .null: unsafe sqlite3_bind_null(handle, index)
                case .integer(let value): unsafe sqlite3_bind_int64(handle, index, value)
                case .real(let value): unsafe sqlite3_bind_double(handle, index, value)
                case .text(var value): value.withUTF8 { unsafe bindText($0, index) }
                case .blob(let value): unsafe value.withUnsafeBytes { unsafe bindBlob($0, index) }
                }
            guard code == SQLITE_OK else {
                throw unsafe LedgerError.sqlite(code, database: sqlite3_db_handle(handle), sql: sql)
            }
        }
    }

    private func bindText(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int32) -> Int32 {
        unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
            // An empty Swift string may have no address, which SQLite would take for NULL.
            guard let base = bytes.baseAddress else { return unsafe torii_sqlite_bind_text(handle, index, "", 0) }
            return unsafe torii_sqlite_bind_text(handle, index, base, UInt64(bytes.count))
        }
    }

    private func bindBlob(_ bytes: UnsafeRawBufferPointer, _ index: Int32) -> Int32 {
        unsafe torii_sqlite_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count))
    }
}
