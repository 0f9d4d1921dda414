import Documents
import Economics
import Foundation
import Ledger
import Platform
import Policy
import Server
import Workbench

extension Command {
    static let budgetAllocate = Command(
        words: ["budget", "allocate"],
        group: .money,
        summary: "split a month's money among profiles so that the last dollar earns the same in each",
        options: [
            .data,
            Option(name: "total", value: "USD", summary: "for a month of 30 days, such as 120.00"),
            Option(name: "from", value: "D", summary: "first day of what is looked at (default: 30d)"),
            Option(name: "to", value: "D", summary: "last day (default: today)"),
            Option(name: "floor", value: "P=R", summary: "lowest send rate of a profile, 0...1", repeats: true),
            Option(name: "ceiling", value: "P=R", summary: "highest send rate of a profile, 0...1", repeats: true),
            Option(name: "curvature", value: "N", summary: "how fast more sends are worth less, 1...16 (default 4)"),
            .json,
        ],
        examples: [
            (
                "torii budget allocate --data data --total 120.00 --floor android=0.30",
                "amounts, send rates and why, from the uploads, eCPM and costs of the last 30 days"
            )
        ]
    ) { invocation throws(Stop) in
        let total: Money
        do {
            total = try Money(parsing: try invocation.required("total").withCurrency)
        } catch let stop as Stop {
            throw stop
        } catch {
            throw .usage("--total must be an amount such as 120.00: \(error)")
        }
        let curvature = try invocation.integer("curvature", in: 1...16, default: BudgetAllocation.usualCurvature)
        let report = try await allocationBasis(invocation)
        let floors = try invocation.rates("floor", default: 0)
        let ceilings = try invocation.rates("ceiling", default: 1)
        let days = report.query.end.daysSince1970 - report.query.from.daysSince1970
        var profiles: [BudgetAllocation.Profile] = []
        for row in report.profiles {
            let name = row.profile ?? ""
            let (floor, ceiling) = (floors[name] ?? 0, ceilings[name] ?? 1)
            guard floor <= ceiling else { throw .usage("the floor of `\(name)` is above its ceiling") }
            guard let units = try? row.figures.units(), let cost = units.costPerSend,
                let revenue = units.revenuePerUpload
            else {
                invocation.console.err(
                    "note: `\(name)` sent nothing in these days: no cost of a send is known, no share"
                )
                continue
            }
            profiles.append(
                BudgetAllocation.Profile(
                    name: name,
                    uploads: row.figures.judged * 30 / max(1, days),
                    revenue: revenue,
                    cost: cost,
                    rates: floor...ceiling
                )
            )
        }
        guard !profiles.isEmpty else { throw .failed("no profile sent anything in these days: nothing to go by") }
        do throws(EconomicsError) {
            let allocation = try BudgetAllocation(total, among: profiles, curvature: curvature)
            let isEmulated = report.total.figures.isEmulated
            if invocation.has("json") {
                invocation.console.out(allocation.json(total: total, isEmulated: isEmulated).text(pretty: true))
            } else {
                if isEmulated { invocation.console.out(EmulatedRemark.sentence) }
                for line in allocation.lines(total: total) { invocation.console.out(line) }
            }
        } catch {
            throw .failed(error.message)
        }
        return .done
    }

    private static func allocationBasis(_ invocation: Invocation) async throws(Stop) -> EconomicsReport {
        let store = try await DataFolder.reading(try invocation.required("data"))
        let now = WallClock.system.now()
        let profiles = try await liveProfiles(store)
        do {
            let query = try EconomicsReport.Query(
                from: invocation.value("from") ?? "30d",
                to: invocation.value("to"),
                by: "profile",
                profile: nil,
                today: CivilDate(at: now, in: profiles.first?.zone ?? .utc)
            )
            let report = try await EconomicsReport.made(query, store: store, profiles: profiles, now: now)
            await store.close()
            return report
        } catch let error as ReportQueryError {
            throw .usage(error.message)
        } catch {
            throw .failed("\(error)")
        }
    }
}

extension Invocation {
    /// `P=R` by profile.
    fileprivate func rates(_ option: String, default standard: Double) throws(Stop) -> [String: Double] {
        var rates: [String: Double] = [:]
        for text in values[option] ?? [] {
            let parts = text.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let rate = Double(parts[1]), (0...1).contains(rate) else {
                throw .usage("--\(option) must be a profile and a rate such as ios=0.4, found `\(text)`")
            }
            rates[String(parts[0])] = rate
        }
        return rates
    }
}

extension String {
    fileprivate var withCurrency: String { hasSuffix("USD") ? self : self + " USD" }
}
