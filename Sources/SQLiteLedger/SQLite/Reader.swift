import Ledger
import Platform

/// A read-only connection on a thread of its own. Each read is one short transaction and so one consistent snapshot.
actor Reader {
    private let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private var connection: Connection?

    init(name: String) { executor = ThreadExecutor(name: name) }

    /// Throws `notFound` without a file and `schema` for a file of another version.
    func open(_ folder: LedgerFolder) throws(LedgerError) {
        try folder.checkFile()
        try open(file: folder.databasePath)
    }

    /// Opens a ledger's file wherever it lies. Throws `schema` for a file of another version or of someone else.
    func open(file path: String, cure: String = "start the server once to bring it up to date") throws(LedgerError) {
        let connection = try Connection(path: path, mode: .readOnly)
        try connection.script("PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;")
        guard try Schema.check(connection) == Schema.version else {
            throw LedgerError(.schema, "the ledger has an older schema: \(cure)")
        }
        self.connection = connection
    }

    func read<Value: Sendable>(
        _ body: @Sendable (Connection) throws(LedgerError) -> Value
    ) throws(LedgerError) -> Value {
        guard let connection else { throw .closed }
        return try connection.transaction("BEGIN", body)
    }

    /// Runs `body` with no transaction around it.
    func alone<Value: Sendable>(
        _ body: @Sendable (Connection) throws(LedgerError) -> Value
    ) throws(LedgerError) -> Value {
        guard let connection else { throw .closed }
        return try body(connection)
    }

    func close() { connection = nil }
}
