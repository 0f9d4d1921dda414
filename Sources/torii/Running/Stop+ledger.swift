import Ledger

/// A ledger call whose error ends the command.
func stopping<Value>(_ body: () async throws(LedgerError) -> Value) async throws(Stop) -> Value {
    do {
        return try await body()
    } catch {
        throw Stop(code: error.code == .locked ? .moved : .failed, message: error.message)
    }
}
