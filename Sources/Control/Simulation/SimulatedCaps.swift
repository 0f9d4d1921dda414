import Economics
import Policy

/// The ledger's hard caps, as a replay needs them: a send that would pass one is refused.
struct SimulatedCaps: Sendable {
    /// Days a month of a trace has: traces have no calendar.
    private static let monthDays: Int64 = 30

    private let daily: Int64
    private let monthly: Int64
    private var day: Int64 = 0
    private var month: Int64 = 0
    private var spentToday: Int64 = 0
    private var spentThisMonth: Int64 = 0

    init(_ budget: BudgetSettings) {
        daily = budget.daily?.nanoUSD ?? .max
        monthly = budget.monthly?.nanoUSD ?? .max
    }

    /// Whether the caps have room for this send; then it is counted.
    mutating func admit(_ row: TraceRow) -> Bool {
        let today = row.time / TrafficForecast.dayLength
        if today != day {
            day = today
            spentToday = 0
        }
        if today / Self.monthDays != month {
            month = today / Self.monthDays
            spentThisMonth = 0
        }
        guard row.cost <= daily - spentToday, row.cost <= monthly - spentThisMonth else { return false }
        spentToday += row.cost
        spentThisMonth += row.cost
        return true
    }
}
