import Backtest
package import Documents
package import Economics
import Policy

extension PolicyPlan {
    /// `torii.plan/1`: the figures of both sides and their differences; money in integer nano-USD beside decimal text.
    /// Throws `amountOverflow`.
    package func json(listsChanged: Bool) throws(EconomicsError) -> JSON {
        var plans: [JSON] = []
        for plan in profiles { plans.append(try plan.json(listsChanged: listsChanged)) }
        return [
            "schema": "torii.plan/1",
            "base": .integer(Int64(base)),
            "emulated": .bool(isEmulated),
            "diff": diff.json,
            "profiles": .array(plans),
            "total": try total().map { total in
                [
                    "isMonthly": .bool(total.isMonthly),
                    "todaySpend": .money(total.today),
                    "proposedSpend": .money(total.proposed),
                    "change": total.change.map { .double($0) } ?? .null,
                ]
            } ?? .null,
            "newProfiles": .array(newProfiles.map { .string($0) }),
            "removedProfiles": .array(removedProfiles.map { .string($0) }),
            "brokenLimits": .array(
                broken.map { ["profile": .string($0.profile), "limit": .string($0.limit.rawValue)] }
            ),
        ]
    }
}

extension ProfilePlan {
    fileprivate func json(listsChanged: Bool) throws(EconomicsError) -> JSON {
        let changes = replay.changes.sorted { $0.value.uploads > $1.value.uploads }.map { change, count -> JSON in
            [
                "from": .string(change.from?.rawValue ?? "sent"),
                "to": .string(change.to?.rawValue ?? "sent"),
                "uploads": .integer(Int64(count.uploads)),
                "useful": .integer(Int64(count.useful)),
            ]
        }
        var members: [JSON.Member] = [
            .init("profile", .string(name)),
            .init("uploads", .integer(Int64(replay.uploads))),
            .init("unjudged", .integer(Int64(replay.unjudged))),
            .init("from", days.map { .string($0.lowerBound.description) } ?? .null),
            .init("to", days.map { .string($0.upperBound.description) } ?? .null),
            .init("timeZone", .string(timeZone)),
            .init("wholeDays", wholeDays.map { .integer(Int64($0)) } ?? .null),
            .init("today", try side(today, otherSpace: replay.today.otherSpace)),
            .init("proposed", try side(proposed, otherSpace: replay.proposed.otherSpace)),
            .init("changes", .array(changes)),
            .init("brokenLimits", .array(broken.map { .string($0.rawValue) })),
            .init("notes", .array(notes.map { .string($0) })),
        ]
        if listsChanged { members.append(.init("changed", .array(changedIDs.map { .string($0) }))) }
        return .object(members)
    }

    private func side(_ figures: PlanFigures, otherSpace: Int) throws(EconomicsError) -> JSON {
        [
            "sendRate": figures.sendRate.map { .double($0) } ?? .null,
            "rejected": .integer(Int64(figures.rejected)),
            "rejects": .object(
                figures.rejects.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                    JSON.Member($0.key.rawValue, .integer(Int64($0.value)))
                }
            ),
            "otherScoreSpace": .integer(Int64(otherSpace)),
            "spend": JSON.money(figures.spend),
            "spendMargin95": JSON.money(figures.spendMargin),
            "spendPerDay": try perDay(figures.spend).map(JSON.money) ?? .null,
            "spendPerMonth": try perMonth(figures.spend).map(JSON.money) ?? .null,
            "daysOverCap": .array(
                figures.daysOverCap.map { ["day": .string($0.day.description), "short": JSON.money($0.short)] }
            ),
            "revenue": JSON.money(figures.revenue),
            "margin": JSON.money(try figures.margin()),
            "marginPerMonth": try perMonth(figures.margin()).map(JSON.money) ?? .null,
            "lost": [
                "estimate": figures.lost.estimate.map { .double($0) } ?? .null,
                "upperBound": figures.lost.upperBound.map { .double($0) } ?? .null,
                "confidence": .double(figures.lost.confidence),
                "certain": .integer(Int64(figures.lost.certain)),
                "audits": .integer(Int64(figures.lost.audits)),
                "wrongAudits": .integer(Int64(figures.lost.wrongAudits)),
            ],
        ]
    }
}

extension JSON {
    /// To the last digit, for machines and for people.
    fileprivate static func money(_ amount: Money) -> JSON {
        ["nanoUSD": .integer(amount.nanoUSD), "usd": .string(amount.formatted(.exact, grouped: false))]
    }
}
