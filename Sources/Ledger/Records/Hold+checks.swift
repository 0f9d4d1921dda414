package import Economics

extension HoldRequest {
    /// Throws `invariant` for what no caller may ask: a negative amount, an attempt before the first, or two windows of
    /// one kind, which would hold the amount twice in one place.
    package func check() throws(LedgerError) {
        guard amount >= .zero else { throw LedgerError(.invariant, "hold of \(amount.nanoUSD) nano-USD") }
        guard attempt >= 1 else { throw LedgerError(.invariant, "attempt \(attempt) of `\(decisionID)`") }
        guard Set(windows.map(\.window.kind)).count == windows.count else {
            throw LedgerError(.invariant, "attempt \(attempt) of `\(decisionID)` names two windows of one kind")
        }
    }

    /// The window of that kind, if the attempt has one.
    package func window(_ kind: BudgetWindow.Kind) -> CapWindow? { windows.first { $0.window.kind == kind } }

    /// As a ledger gives it back: windows in the order of `BudgetWindow.Kind`.
    package var canonical: HoldRequest {
        HoldRequest(
            decisionID: decisionID,
            attempt: attempt,
            profile: profile,
            revision: revision,
            model: model,
            tier: tier,
            priceID: priceID,
            amount: amount,
            windows: BudgetWindow.Kind.allCases.compactMap { window($0) },
            at: at,
            hour: hour
        )
    }

    /// What is booked when nobody knows the bill, as after a crash: the full amount, as uncertain.
    package func interrupted(at: Timestamp, result: String = "interrupted") -> Settlement {
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

extension Settlement {
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
