package import Documents
package import Economics
import Ledger

extension WeeklyDigest {
    /// `torii.digest/1`: amounts as whole nano-USD, shares 0...1.
    package func json() throws(EconomicsError) -> JSON {
        var profiles: [JSON] = []
        for row in report.profiles {
            let bound = bounds.first { $0.profile == row.profile }
            profiles.append(
                .object(
                    [.init("profile", .string(row.profile ?? ""))] + (try Self.members(row.figures)) + [
                        .init("sendTarget", .double(optional: row.target)),
                        .init("falseRejectBound", .double(optional: bound?.bound)),
                        .init("falseRejectLimit", .double(optional: bound?.limit)),
                    ]
                )
            )
        }
        return [
            "schema": "torii.digest/1",
            "from": .string(firstDay.description),
            "to": .string(lastDay.description),
            "timeZone": .string(zone.identifier),
            "madeAt": .string(report.madeAt.iso8601),
            "emulated": .bool(report.total.figures.isEmulated),
            "profiles": .array(profiles),
            "total": .object(try Self.members(report.total.figures)),
            "before": .object(try Self.members(before.total.figures)),
            "events": .array(events.map(\.json)),
            "advice": .array(advice.map { .string($0) }),
        ]
    }

    private static func members(_ figures: EconomicsFigures) throws(EconomicsError) -> [JSON.Member] {
        [
            .init("uploads", .integer(Int64(figures.uploads))),
            .init("judged", .integer(Int64(figures.judged))),
            .init("sendRate", .double(optional: figures.sendRate)),
            .init("audits", .integer(Int64(figures.audits))),
            .init("costNanoUSD", .integer(figures.spend.nanoUSD)),
            .init("savedNanoUSD", .integer(try figures.saved().nanoUSD)),
            .init("revenueNanoUSD", .integer(figures.revenue.nanoUSD)),
            .init("revenueStatus", .string(figures.revenueStatus.rawValue)),
            .init("marginNanoUSD", .integer(try figures.units().margin.nanoUSD)),
        ]
    }
}
