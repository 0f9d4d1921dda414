import Economics
import Ledger

/// Which alerts of caps still hold: a window tells of each threshold once, and its cap may have been raised since.
struct StandingAlerts: Sendable {
    /// Newest first, with the limits and the spend of now.
    let standing: [CapAlert]
    /// Whose caps refused calls and have more room now.
    private let raised: Set<CapHolder>

    /// - Parameters:
    ///   - caps: In force now, of the windows of now.
    ///   - revision: In force now.
    init(_ ledger: LedgerSnapshot, caps: [CapWindow], revision: Int) {
        let limits = Dictionary(caps.map { ($0.name, $0.limit) }, uniquingKeysWith: { first, _ in first })
        // A refusal under this revision is one of the cap as it is now.
        let refused = Set(
            ledger.recent.filter { $0.revision == revision && $0.reasons.contains(.budgetExhausted) }.map(\.profile)
        )
        var standing: [CapAlert] = []
        var raised: Set<CapHolder> = []
        for alert in ledger.alerts {
            guard let known = limits[alert.window] else { continue }
            let enforced = ledger.windows[alert.window]?.enforced ?? .zero
            if let limit = known, alert.holds(at: limit, enforced: enforced, refused: refused) {
                standing.append(alert.restated(limit, enforced: enforced))
            } else if alert.threshold == CapAlert.exhausted {
                raised.insert(alert.holder)
            }
        }
        self.standing = standing
        self.raised = raised
    }

    /// Whether what refused calls of a profile has been raised, all of it.
    func isCapRaised(of profile: String) -> Bool {
        let above: Set<CapHolder> = [.portfolio, .profile(profile)]
        return !raised.isDisjoint(with: above)
            && !standing.contains { $0.threshold == CapAlert.exhausted && above.contains($0.holder) }
    }
}

extension CapAlert {
    fileprivate var window: WindowName { WindowName(holder: holder, kind: kind, id: windowID) }

    fileprivate func holds(at limit: Money, enforced: Money, refused: Set<String>) -> Bool {
        guard threshold == Self.exhausted else {
            return Double(enforced.nanoUSD) * 1_000 >= Double(limit.nanoUSD) * Double(threshold)
        }
        // Not raised, or by no more than was spent since.
        let (room, roomThen) = (limit.nanoUSD - enforced.nanoUSD, self.limit.nanoUSD - self.enforced.nanoUSD)
        if limit <= self.limit || room <= roomThen { return true }
        return if case .profile(let name) = holder { refused.contains(name) } else { !refused.isEmpty }
    }

    /// The same alert with the figures of now.
    fileprivate func restated(_ limit: Money, enforced: Money) -> CapAlert {
        CapAlert(
            holder: holder,
            kind: kind,
            windowID: windowID,
            threshold: threshold,
            limit: limit,
            enforced: enforced,
            at: at
        )
    }
}
