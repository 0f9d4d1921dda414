package import Economics

extension HoldRequest {
    /// Throws `invariant` for what no caller may ask: a negative amount, an attempt before the first, or two windows of
    /// one kind, which would hold the amount twice in one place.
    package func check() throws(LedgerError) {
        guard amount >= .zero else { throw LedgerError(.invariant, "hold of \(amount.nanoUSD) nano-USD") }
        guard attempt >= 1 else { throw LedgerError(.invariant, "attempt \(attempt) of `\(decisionID)`") }
        guard Set(windows.map { [$0.holder.text, $0.window.kind.rawValue] }).count == windows.count else {
            throw LedgerError(.invariant, "attempt \(attempt) of `\(decisionID)` names two windows of one kind")
        }
    }

    /// As a ledger gives it back: windows from the widest holder to the narrowest, of each in the order of
    /// `BudgetWindow.Kind`, without what alerts them.
    package var canonical: HoldRequest {
        var request = self
        request.windows = Self.canonical(windows)
        return request
    }

    package static func canonical(_ windows: [CapWindow]) -> [CapWindow] {
        windows.map { CapWindow(holder: $0.holder, window: $0.window, limit: $0.limit) }
            .sorted { ($0.holder.rank, $0.holder.text, $0.order) < ($1.holder.rank, $1.holder.text, $1.order) }
    }

    /// What is left of it when nobody knows the bill: the full amount. `result`: `interrupted` by a crash, or `expired`.
    package func unknownBill(_ result: String = "interrupted", at: Timestamp) -> Settlement {
        Settlement(
            decisionID: decisionID,
            attempt: attempt,
            cost: amount,
            usage: .zero,
            modelVersion: nil,
            priceID: priceID,
            responseID: nil,
            result: result,
            uncertain: true,
            emulated: false,
            latencyMicros: 0,
            at: at
        )
    }
}

extension CapWindow {
    fileprivate var order: Int { BudgetWindow.Kind.allCases.firstIndex(of: window.kind) ?? 0 }

    /// The alerts that `before` lay below and `after` does not, and the limit they are of.
    package func raised(from before: WindowTotals, to after: WindowTotals) -> [Int] {
        guard let limit, limit > .zero else { return [] }
        return alerts.filter { threshold in
            // A share of the limit, rounded up: never early.
            guard let mark = try? limit.scaled(by: threshold, over: 1_000) else { return false }
            return before.enforced < mark && mark <= after.enforced
        }
    }
}

extension Settlement {
    /// Of an attempt whose hold outlived its expiry.
    package static let expired = "expired"
    /// Of an attempt for a job that its picture was never sent in.
    package static let notSent = "not_sent"

    /// Whether it stands for a bill that nobody has seen and that may still come: the full hold, for the time being.
    package var isProvisional: Bool { uncertain && result == Self.expired }

    /// The same for what was never sent: nothing, for sure.
    package var free: Settlement {
        Settlement(
            decisionID: decisionID,
            attempt: attempt,
            cost: .zero,
            usage: .zero,
            modelVersion: nil,
            priceID: priceID,
            responseID: nil,
            result: result,
            uncertain: false,
            emulated: emulated,
            latencyMicros: latencyMicros,
            at: at
        )
    }

    /// Throws `invariant` for a negative cost.
    package func check() throws(LedgerError) {
        guard cost >= .zero else { throw LedgerError(.invariant, "cost of \(cost.nanoUSD) nano-USD") }
    }
}
