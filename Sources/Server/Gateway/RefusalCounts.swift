import Economics
import Platform

/// Calls that found no room under a cap since this process started, by profile and by the window that was full.
final class RefusalCounts: Sendable {
    private let counts = Locked<[String: [BudgetWindow.Kind: Int]]>([:])

    func add(_ profile: String, _ window: BudgetWindow.Kind) {
        counts.withLock { $0[profile, default: [:]][window, default: 0] += 1 }
    }

    func count(_ profile: String, _ window: BudgetWindow.Kind) -> Int {
        counts.withLock { $0[profile]?[window] ?? 0 }
    }
}
