package import Documents
package import Economics

extension BudgetAllocation {
    /// For people: a profile a line, then the targets that follow.
    package func lines(total: Money) -> [String] {
        var lines = ["Split of \(total) a month of 30 days, by what one more send earns"]
        for share in shares {
            let rate = (share.sendRate * 100).fixed(1)
            let why =
                switch share.bound {
                case .none: "in balance"
                case .floor: "at its floor"
                case .ceiling: "at its ceiling"
                }
            lines.append(
                share.profile.name.padded(to: 16) + share.amount.formatted(.cents).padded(to: 14)
                    + "send rate \(rate) %, \(why): an upload earns \(share.profile.revenue), a send costs "
                    + "\(share.profile.cost), \(share.profile.uploads) uploads"
            )
        }
        if unspent >= Money(nanoUSD: 10_000_000) {
            lines.append("unspent".padded(to: 16) + unspent.formatted(.cents) + "  every profile is at its ceiling")
        }
        lines.append(
            "targets that follow: "
                + shares.map { "\($0.profile.name) \($0.sendRate.fixed(3))" }.joined(separator: ", ")
        )
        return lines
    }

    /// - Parameter isEmulated: Whether the figures it rests on come from the emulator.
    package func json(total: Money, isEmulated: Bool) -> JSON {
        [
            "emulated": .bool(isEmulated),
            "totalNanoUSD": .integer(total.nanoUSD),
            "unspentNanoUSD": .integer(unspent.nanoUSD),
            "margin": margin.map { .double($0) } ?? .null,
            "profiles": .array(
                shares.map { share in
                    [
                        "profile": .string(share.profile.name),
                        "amountNanoUSD": .integer(share.amount.nanoUSD),
                        "sendRate": .double(share.sendRate),
                        "bound": .string(share.bound.rawValue),
                        "uploads": .integer(Int64(share.profile.uploads)),
                        "revenuePerUploadNanoUSD": .integer(share.profile.revenue.nanoUSD),
                        "costPerSendNanoUSD": .integer(share.profile.cost.nanoUSD),
                    ]
                }
            ),
        ]
    }
}
