import Ledger
import SQLiteLedger
import TestSupport
import Testing

/// The stores that must pass the contract.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite, memory

    var testDescription: String { rawValue }

    /// Runs `body` with a store that is empty, and closes it after.
    func withStore(_ body: (any LedgerStore) async throws -> Void) async throws {
        switch self {
        case .memory:
            let store = MemoryStore()
            try await body(store)
            await store.close()
        case .sqlite:
            let folder = try TemporaryFolder()
            let store = try await SQLiteStore.open(folder: folder.file("data"))
            try await body(store)
            await store.close()
        }
    }
}
