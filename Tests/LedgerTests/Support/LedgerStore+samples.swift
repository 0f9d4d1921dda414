import Economics
import Ledger

extension LedgerStore {
    func day(_ id: String = "2026-11-30", profile: String = "android") async throws -> WindowTotals {
        try await totals(WindowName(profile: profile, kind: .day, id: id))
    }

    func month(_ id: String = "2026-11", profile: String = "android") async throws -> WindowTotals {
        try await totals(WindowName(profile: profile, kind: .month, id: id))
    }

    /// Roll-ups of all time.
    func allRollups() async throws -> Rollups {
        try await rollups(from: Timestamp(microseconds: 0), to: Timestamp(microseconds: .max))
    }
}

/// Runs `body` for 0..<count at once and returns what each gave, in any order.
func concurrently<Value: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for number in 0..<count { group.addTask { try await body(number) } }
        var values: [Value] = []
        for try await value in group { values.append(value) }
        return values
    }
}
