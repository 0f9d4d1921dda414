internal import CSQLite
import Ledger

/// One owner of one SQLite connection, used by one thread at a time: it is not `Sendable`, so it never leaves the
/// actor that opened it. Statements are prepared once and kept.
// SAFETY: both pointers are made in `init`, ended in `deinit` and never handed out.
@safe final class Connection {
    enum Mode: Sendable { case write, readOnly }

    private let database: OpaquePointer
    private var statements: [String: Statement] = [:]
    /// Written by SQLite's hook: an address that stays, which a stored property would not have.
    private let walPageCount: UnsafeMutablePointer<Int32>

    /// Opens the file. Throws `storage`.
    init(path: String, mode: Mode) throws(LedgerError) {
        var database: OpaquePointer?
        // The hook also replaces SQLite's own checkpoints, which would run inside a commit.
        // NOMUTEX: the owner is the lock.
        let access = mode == .write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        let code = unsafe sqlite3_open_v2(path, &database, access | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let database = unsafe database else {
            defer { unsafe sqlite3_close_v2(database) }
            throw unsafe LedgerError.sqlite(code, database: database, sql: "open")
        }
        unsafe self.database = database
        unsafe sqlite3_extended_result_codes(database, 0)
        unsafe sqlite3_busy_timeout(database, 5_000)
        unsafe walPageCount = .allocate(capacity: 1)
        unsafe walPageCount.initialize(to: 0)
        let note: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32 = {
            unsafe $0?.assumingMemoryBound(to: Int32.self).pointee = $3
            return SQLITE_OK
        }
        unsafe sqlite3_wal_hook(database, note, walPageCount)
    }

    deinit {
        // Statements go first: `close` would otherwise keep the file open behind them.
        statements.removeAll()
        unsafe sqlite3_close_v2(database)
        unsafe walPageCount.deallocate()
    }

    /// Pages in the write-ahead log after the last commit.
    var walPages: Int { Int(unsafe walPageCount.pointee) }

    /// Rows written since it was opened, those rolled back too.
    var changes: Int64 { unsafe sqlite3_total_changes64(database) }

    /// Runs one or more statements without arguments and drops their rows.
    func script(_ sql: String) throws(LedgerError) {
        let code = unsafe sqlite3_exec(database, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe LedgerError.sqlite(code, database: database, sql: sql) }
    }

    /// Runs one writing statement; returns how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ arguments: [SQLValue] = []) throws(LedgerError) -> Int {
        try statement(sql).run(arguments) { _ in }
        return Int(unsafe sqlite3_changes64(database))
    }

    func rows<Value>(
        _ sql: String,
        _ arguments: [SQLValue] = [],
        _ read: (inout Row) throws(LedgerError) -> Value
    ) throws(LedgerError) -> [Value] {
        var values: [Value] = []
        try statement(sql).run(arguments) { row throws(LedgerError) in values.append(try read(&row)) }
        return values
    }

    /// The first row, or nil.
    func first<Value>(
        _ sql: String,
        _ arguments: [SQLValue] = [],
        _ read: (inout Row) throws(LedgerError) -> Value
    ) throws(LedgerError) -> Value? {
        var value: Value?
        try statement(sql).run(arguments) { row throws(LedgerError) in
            if value == nil { value = try read(&row) }
        }
        return value
    }

    /// The integer a pragma or an aggregate answers with; 0 without a row.
    func integer(_ sql: String) throws(LedgerError) -> Int64 {
        try first(sql) { $0.integer() } ?? 0
    }

    /// Whether a transaction is open. SQLite ends one by itself when the disk is full or fails.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(database) == 0 }

    /// Runs `body` in a transaction that is rolled back when it throws.
    func transaction<Value>(
        _ begin: String,
        _ body: (Connection) throws(LedgerError) -> Value
    ) throws(LedgerError) -> Value {
        try run(begin)
        do {
            let value = try body(self)
            try run("COMMIT")
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// Ends an open transaction without keeping it.
    func rollBack() {
        // A rollback that fails leaves nothing to undo: SQLite rolls back by itself when the file is closed.
        if isInTransaction { _ = try? run("ROLLBACK") }
    }

    private func statement(_ sql: String) throws(LedgerError) -> Statement {
        if let known = statements[sql] { return known }
        let made = try unsafe Statement(sql, database: database)
        statements[sql] = made
        return made
    }
}
