import Documents
import Economics

/// Checks that a model has a price for as long as it is asked.
extension PolicyChecks {
    /// Reports a model without a price at `start`, and warns of a price that ends before `end` (never, when nil).
    func checkPrice(
        of model: String,
        tier: CloudSettings.Tier,
        from start: Timestamp,
        until end: Timestamp?,
        field: FieldReader
    ) {
        guard let prices else { return }
        func period(at moment: Timestamp) -> Price? {
            // Nil is the answer asked for: the message below says what is missing, and where.
            try? prices.price(model: model, tier: tier.rawValue, at: moment)
        }
        guard var current = period(at: start) else {
            let others = prices.prices.filter { $0.model == model }.map(\.tier).uniqued()
            let when = start <= now ? "now" : "from \(start.day) on"
            field.remarks.error(
                .price,
                at: field.node,
                field: field.path,
                "prices.json5 has no \(tier.rawValue) price for `\(model)` \(when)",
                notes: others.isEmpty ? [] : ["tiers of \(model): \(others.joined(separator: ", "))"]
            )
            return
        }
        while let until = current.until, until < end ?? .distantFuture {
            guard let next = period(at: until) else {
                field.warn(
                    .priceGap,
                    "prices.json5 has no \(tier.rawValue) price for `\(model)` from \(until.day) on"
                )
                return
            }
            if until <= now.advanced(bySeconds: Self.announcedWithin) {
                warn(of: next, after: current, on: until.day, field)
            }
            current = next
        }
    }

    /// Price changes are told of this long before: caps and targets need time to follow.
    private static let announcedWithin: Int64 = 180 * 86_400

    private func warn(of next: Price, after current: Price, on day: CivilDate, _ field: FieldReader) {
        let parts = [
            ("input", current.inputPerMillion, next.inputPerMillion),
            ("cached", current.cachedPerMillion, next.cachedPerMillion),
            ("output", current.outputPerMillion, next.outputPerMillion),
        ]
        let changes = parts.filter { $1 != $2 }.map { name, old, new in
            "\(name) \(Money(nanoUSD: old)) -> \(Money(nanoUSD: new))"
        }
        guard !changes.isEmpty else { return }
        field.warn(
            .priceChange,
            "the \(next.tier) price of `\(next.model)` changes on \(day): \(changes.joined(separator: ", "))",
            hint: "`torii policy plan` says what that does to caps and margin"
        )
    }
}
