import Economics
import Ledger

/// How much of its caps a profile used: the fullest day and the fullest month a report touches, against the caps of now.
package struct CapUse: Sendable, Hashable {
    /// Settled and held ÷ cap, 0...1; nil without a cap.
    package let day: Double?
    package let month: Double?

    /// The windows of the days from `first` up to `end`.
    static func windows(of profile: String, from first: CivilDate, to end: CivilDate) -> Set<WindowName> {
        var windows: Set<WindowName> = []
        var day = first
        while day < end {
            windows.insert(WindowName(profile: profile, kind: .day, id: day.description))
            windows.insert(WindowName(profile: profile, kind: .month, id: day.yearAndMonth))
            day = day.next
        }
        return windows
    }

    init(of terms: EconomicsReport.ProfileTerms, from first: CivilDate, to end: CivilDate, in snapshot: LedgerSnapshot)
    {
        var fullest: [BudgetWindow.Kind: Money] = [:]
        for window in Self.windows(of: terms.name, from: first, to: end) {
            let enforced = snapshot.windows[window]?.enforced ?? .zero
            fullest[window.kind] = max(fullest[window.kind] ?? .zero, enforced)
        }
        day = Self.share(fullest[.day], of: terms.daily)
        month = Self.share(fullest[.month], of: terms.monthly)
    }

    private static func share(_ amount: Money?, of cap: Money?) -> Double? {
        guard let cap, cap > .zero else { return nil }
        return Double((amount ?? .zero).nanoUSD) / Double(cap.nanoUSD)
    }
}
