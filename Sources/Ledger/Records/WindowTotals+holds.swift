package import Economics

extension WindowTotals {
    /// Settled and held: what a new hold is compared with. Totals a ledger keeps never leave the range of `Money`; made
    /// up ones that do count as full.
    package var enforced: Money {
        let (sum, overflow) = settled.nanoUSD.addingReportingOverflow(held.nanoUSD)
        return Money(nanoUSD: overflow ? .max : sum)
    }

    /// Whether `amount` more stays within `limit`; equal is within.
    package func hasRoom(for amount: Money, limit: Money) -> Bool {
        let (sum, overflow) = enforced.nanoUSD.addingReportingOverflow(amount.nanoUSD)
        return !overflow && sum <= limit.nanoUSD
    }

    /// With one more hold. Throws `invariant` when a sum leaves the range.
    package func holding(_ amount: Money) throws(LedgerError) -> WindowTotals {
        do {
            let held = try held.adding(amount)
            // The sum is what is compared with caps, so it must fit as well.
            _ = try settled.adding(held)
            return WindowTotals(settled: settled, held: held, uncertain: uncertain)
        } catch {
            throw LedgerError(.invariant, "hold refused: \(error.message)")
        }
    }

    /// With a hold turned into its cost, which may be more than was held. Throws `invariant` when a sum leaves the range
    /// or more is released than was held.
    package func settling(hold amount: Money, cost: Money, uncertain isUncertain: Bool) throws(LedgerError)
        -> WindowTotals
    {
        do {
            let held = try held.subtracting(amount)
            let settled = try settled.adding(cost)
            _ = try settled.adding(held)
            guard held >= .zero else {
                throw LedgerError(.invariant, "settling releases \(-held.nanoUSD) nano-USD more than is held")
            }
            let uncertain = isUncertain ? try uncertain.adding(cost) : uncertain
            return WindowTotals(settled: settled, held: held, uncertain: uncertain)
        } catch let error as EconomicsError {
            throw LedgerError(.invariant, "settlement refused: \(error.message)")
        } catch let error as LedgerError {
            throw error
        } catch {
            throw LedgerError(.invariant, "settlement refused: \(error)")
        }
    }

    /// With a provisional settlement replaced by the bill itself. Throws `invariant` when a sum leaves the range.
    package func correcting(_ provisional: Settlement, to bill: Settlement) throws(LedgerError) -> WindowTotals {
        let open = WindowTotals(
            settled: try Self.difference(settled, provisional.cost),
            held: try Self.sum(held, provisional.cost),
            uncertain: try Self.difference(uncertain, provisional.cost)
        )
        return try open.settling(hold: provisional.cost, cost: bill.cost, uncertain: bill.uncertain)
    }

    private static func difference(_ left: Money, _ right: Money) throws(LedgerError) -> Money {
        do {
            return try left.subtracting(right)
        } catch {
            throw LedgerError(.invariant, "correction refused: \(error.message)")
        }
    }

    private static func sum(_ left: Money, _ right: Money) throws(LedgerError) -> Money {
        do {
            return try left.adding(right)
        } catch {
            throw LedgerError(.invariant, "correction refused: \(error.message)")
        }
    }
}
