import Documents
import Economics
import Ledger
import Policy

extension DashboardSnapshot {
    /// The numbers behind every cell, money as whole nano-USD.
    func json() throws(EconomicsError) -> JSON {
        var profiles: [JSON] = []
        for column in columns {
            profiles.append(
                [
                    "profile": .string(column.profile),
                    "phase": .string(column.phase),
                    "sendTarget": .double(column.target),
                    "today": try Self.json(column.today),
                    "month": try Self.json(column.month),
                    "shown": try Self.json(column.shown),
                    "forecast": Self.json(column.dayPace(at: madeAt)),
                    "falseRejects": Self.json(Losses(of: column, dials: dials), limit: column.falseRejectMax),
                    "caps": [
                        "day": Self.json(column.day, limit: column.dayLimit),
                        "month": Self.json(column.monthTotals, limit: column.monthLimit),
                    ],
                ]
            )
        }
        return [
            "schema": "torii.dashboard/1",
            "madeAt": .string(madeAt.iso8601),
            "days": .integer(Int64(days)),
            "timeZone": .string(zone.identifier),
            "policyRevision": .integer(Int64(revision)),
            "emulated": .bool(isEmulated),
            "frozen": .bool(freeze != nil),
            "notices": .array(notices.map { .string($0.text) }),
            "simulatedClock": .bool(isClockSimulated),
            "alerts": .array(alerts.map(\.json)),
            "events": .array(events.map(\.json)),
            "clients": .array(clients.map(Self.json)),
            "dayGone": .double(dayGone),
            "monthGone": .double(monthGone),
            "profiles": .array(profiles),
            "uploadsByHour": .array(hours.map { .integer(Int64($0)) }),
            "gateMs": Self.json(gateQuantiles),
            "cloudMs": Self.json(cloudQuantiles),
            "recent": .array(
                recent.map { record in
                    [
                        "decisionId": .string(record.id),
                        "at": .string(record.at.iso8601),
                        "profile": .string(record.profile),
                        "outcome": record.outcome.map { .string($0.rawValue) } ?? .null,
                        "reasons": .array(record.reasons.map { .string($0.rawValue) }),
                        "costNanoUSD": .integer(record.cost.nanoUSD),
                    ]
                }
            ),
        ]
    }

    private static func json(_ figures: EconomicsFigures) throws(EconomicsError) -> JSON {
        .object(
            [
                .init("uploads", .integer(Int64(figures.uploads))),
                .init("judged", .integer(Int64(figures.judged))),
            ] + Outcome.allCases.map { .init($0.rawValue, .integer(Int64(figures.count($0)))) } + [
                .init("audits", .integer(Int64(figures.audits))),
                .init("sendRate", figures.sendRate.map { .double($0) } ?? .null),
                .init("rejections", counts(figures.rejections)),
                .init("reasons", counts(figures.reasons)),
                .init("attempts", .integer(Int64(figures.attempts))),
                .init("costNanoUSD", .integer(figures.spend.nanoUSD)),
                .init("uncertainNanoUSD", .integer(figures.uncertain.nanoUSD)),
                .init("revenueNanoUSD", .integer(figures.revenue.nanoUSD)),
                .init("marginNanoUSD", .integer(try figures.units().margin.nanoUSD)),
                .init("savedNanoUSD", .integer(try figures.saved().nanoUSD)),
            ]
        )
    }

    private static func json(_ client: Client) -> JSON {
        [
            "profile": .string(client.name.profile),
            "key": .string(client.key),
            "family": .string(client.name.label.family.rawValue),
            "class": client.name.label.deviceClass.map { .string($0.rawValue) } ?? .null,
            "uploads": .integer(Int64(client.figures.uploads)),
            "judged": .integer(Int64(client.figures.judged)),
            "sent": .integer(Int64(client.figures.sent)),
            "late": .integer(Int64(client.figures.late)),
            "normalised": .integer(Int64(client.figures.normalised)),
            "stalePolicy": .integer(Int64(client.figures.stale)),
            "oldApp": .integer(Int64(client.figures.old)),
        ]
    }

    private static func json(_ totals: WindowTotals, limit: Money?) -> JSON {
        [
            "limitNanoUSD": limit.map { .integer($0.nanoUSD) } ?? .null,
            "settledNanoUSD": .integer(totals.settled.nanoUSD),
            "heldNanoUSD": .integer(totals.held.nanoUSD),
        ]
    }

    private static func json(_ pace: DayPace?) -> JSON {
        guard let pace else { return .null }
        return [
            "costNanoUSD": .integer(pace.forecast.nanoUSD),
            "pace": pace.ratio.map { .double($0) } ?? .null,
            "fillsCapAt": pace.fillsCap.map { .string($0.iso8601) } ?? .null,
        ]
    }

    private static func json(_ losses: Losses, limit: Double) -> JSON {
        [
            "limit": .double(limit),
            "bound": losses.bound.map { .double($0) } ?? .null,
            "insideLimit": .string(losses.standing.rawValue),
            "audits": losses.audits.map { .integer(Int64($0)) } ?? .null,
            "auditsWrong": losses.wrong.map { .integer(Int64($0)) } ?? .null,
            "auditsWaiting": .integer(Int64(losses.waiting)),
        ]
    }

    private static func json(_ quantiles: [Duration]?) -> JSON {
        guard let quantiles, quantiles.count == 2 else { return .null }
        return ["p50": .double(quantiles[0].milliseconds), "p95": .double(quantiles[1].milliseconds)]
    }

    private static func counts(_ counts: [Reason: Int]) -> JSON {
        .object(
            Reason.allCases.compactMap { reason in counts[reason].map { .init(reason.rawValue, .integer(Int64($0))) } }
        )
    }
}
