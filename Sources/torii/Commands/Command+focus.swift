import Economics
import Ledger
import Platform
import Policy
import Server

extension Command {
    static let reportFocus = Command(
        words: ["report", "focus"],
        group: .money,
        summary: "settled cost as FOCUS 1.2, by UTC day, profile, model, tier and kind of token",
        options: [
            .data,
            Option(name: "from", value: "D", summary: "first UTC day (default: this month)"),
            Option(name: "to", value: "D", summary: "last UTC day, included (default: today)"),
            Option(name: "account", value: "ID", summary: "the billing account, as the invoice names it"),
            Option(
                name: "billed",
                value: "WHO",
                summary: "whose figures are BilledCost: provider (then 0 here) or ledger",
                choices: ["provider", "ledger"]
            ),
            Option(
                name: "without-emulated",
                value: nil,
                summary: "leave out what the emulator answered; else `x_Emulated` is true there"
            ),
        ],
        examples: [
            (
                "torii report focus --data data --from 2026-11 --to 2026-11 --account walls-prod",
                "beside the provider's own export: loading both as billed would count twice"
            )
        ]
    ) { invocation throws(Stop) in
        let store = try await DataFolder.reading(try invocation.required("data"))
        let now = WallClock.system.now()
        let query = try reportQuery(invocation, at: now, in: .utc)
        do {
            let rollups = try await store.snapshot(
                SnapshotQuery(from: ZoneOffsets.utc.start(of: query.from), to: ZoneOffsets.utc.start(of: query.end))
            ).rollups
            let desk = PolicyDesk(store: store, clock: .system)
            let prices = try await desk.current()?.set.prices
            let export = try FocusExport(
                rollups.costs,
                prices: try prices ?? PriceBook([]),
                options: .init(
                    account: invocation.value("account") ?? "",
                    billsLedger: invocation.value("billed") == "ledger",
                    includesEmulated: !invocation.has("without-emulated")
                )
            )
            if export.emulated > .zero {
                let cost = "\(export.emulated.formatted(.exact)) USD comes from the emulator and is on nobody's bill"
                invocation.console.err(
                    invocation.has("without-emulated")
                        ? "EMULATED: \(cost): left out"
                        : "EMULATED: \(cost): rows with `x_Emulated` true; --without-emulated leaves them out"
                )
            }
            invocation.console.raw(export.csv())
        } catch {
            throw .failed("\(error)")
        }
        await store.close()
        return .done
    }
}
