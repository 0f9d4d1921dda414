package import Documents
package import Economics
package import Ledger
import Platform
package import Revenue

/// The ledger beside the provider's bill: by day and model, with what may explain the difference.
package struct Reconciliation: Sendable {
    package struct Row: Sendable, Hashable {
        /// In the provider's zone.
        package let day: CivilDate
        /// Empty: SKUs that no model is known of.
        package let model: String
        package var billed = Money.zero
        package var ledger = Money.zero
        /// Of `ledger`: time-outs and crashes, maybe billed, maybe not.
        package var uncertain = Money.zero
        package var uncertainAttempts = 0
    }

    package struct Options: Sendable {
        /// Model of each SKU. Texts of SKUs change, so nothing else tells them.
        package var models: [String: String]
        /// Of the bill, 0...1.
        package var tolerance: Double
        /// Of the provider's days.
        package var zone: ZoneOffsets

        package init(models: [String: String], tolerance: Double, zone: ZoneOffsets) {
            self.models = models
            self.tolerance = tolerance
            self.zone = zone
        }
    }

    /// In order of day and model.
    package let rows: [Row]
    package let tolerance: Double
    /// SKUs that no model is known of, with their charges.
    package let unmatched: [(sku: String, description: String, net: Money)]
    package let leftOut: Int
    /// What the emulator answered in these days, which is not in `rows`: nobody bills it.
    package let emulated: (cost: Money, attempts: Int)

    /// Emulated attempts are not compared: nobody bills them.
    package init(
        _ export: BillingExport,
        costs: [CostRollup],
        from: CivilDate,
        end: CivilDate,
        options: Options
    ) throws(EconomicsError) {
        struct Cell: Hashable {
            let day: CivilDate
            let model: String
        }
        var cells: [Cell: Row] = [:]
        func row(_ moment: Timestamp, _ model: String) -> (Cell, Row)? {
            let day = CivilDate(at: moment, in: options.zone)
            guard from <= day, day < end else { return nil }
            let cell = Cell(day: day, model: model)
            return (cell, cells[cell] ?? Row(day: day, model: model))
        }
        var unmatched: [String: (description: String, net: Money)] = [:]
        for line in export.lines {
            let model = options.models[line.sku] ?? ""
            guard case (let cell, var found)? = row(line.usageStart, model) else { continue }
            found.billed = try found.billed.adding(line.net)
            cells[cell] = found
            guard model.isEmpty else { continue }
            let before = unmatched[line.sku]?.net ?? .zero
            unmatched[line.sku] = (line.description, try before.adding(line.net))
        }
        var emulated = (cost: Money.zero, attempts: 0)
        for cost in costs {
            guard case (let cell, var found)? = row(cost.hour, cost.model) else { continue }
            guard !cost.emulated else {
                emulated = (try emulated.cost.adding(cost.cost), emulated.attempts + cost.attempts)
                continue
            }
            found.ledger = try found.ledger.adding(cost.cost)
            found.uncertain = try found.uncertain.adding(cost.uncertain)
            if cost.uncertain > .zero { found.uncertainAttempts += cost.attempts }
            cells[cell] = found
        }
        rows = cells.values.sorted { ($0.day, $0.model) < ($1.day, $1.model) }
        tolerance = options.tolerance
        self.unmatched = unmatched.sorted { $0.key < $1.key }.map { ($0.key, $0.value.description, $0.value.net) }
        leftOut = export.leftOut
        self.emulated = emulated
    }

    /// The bill of a month beside the ledger's costs of it. The provider's days and invoices follow Pacific time.
    package static func made(
        _ bill: [UInt8],
        name: String,
        month: CivilDate,
        models: [String: String],
        tolerance: Double,
        store: any LedgerStore
    ) async throws -> Reconciliation {
        let invoice = month.yearAndMonth.replacing("-", with: "")
        let zone = try TimeZones.offsets(of: "America/Los_Angeles")
        let end = month.startOfNextMonth
        let hours = SnapshotQuery(from: zone.start(of: month), to: zone.start(of: end))
        return try Reconciliation(
            try BillingExport(csv: bill, name: name, month: invoice),
            costs: try await store.snapshot(hours).rollups.costs,
            from: month,
            end: end,
            options: Options(models: models, tolerance: tolerance, zone: zone)
        )
    }

    /// All rows together.
    package func total() throws(EconomicsError) -> Row {
        var sum = Row(day: rows.first?.day ?? CivilDate(daysSince1970: 0), model: "")
        for row in rows {
            sum.billed = try sum.billed.adding(row.billed)
            sum.ledger = try sum.ledger.adding(row.ledger)
            sum.uncertain = try sum.uncertain.adding(row.uncertain)
            sum.uncertainAttempts += row.uncertainAttempts
        }
        return sum
    }

    /// Whether the unexplained difference is within the tolerance of the bill.
    package func agrees() throws(EconomicsError) -> Bool {
        let total = try total()
        let rest = try total.unexplained()
        guard rest != .zero else { return true }
        return Double(rest.nanoUSD.magnitude) <= tolerance * Double(total.billed.nanoUSD.magnitude)
    }
}

extension Reconciliation.Row {
    /// Bill less ledger.
    package func difference() throws(EconomicsError) -> Money { try billed.subtracting(ledger) }

    /// What is left when uncertain attempts are taken as billed or as not billed, whichever explains more. The ledger has
    /// them in full, so they only explain a bill below it.
    package func unexplained() throws(EconomicsError) -> Money {
        let difference = try difference()
        guard difference < .zero else { return difference }
        return try min(.zero, difference.adding(uncertain))
    }
}

extension Reconciliation {
    package func json() throws(EconomicsError) -> JSON {
        func members(_ row: Row) throws(EconomicsError) -> [JSON.Member] {
            [
                .init("billedNanoUSD", .integer(row.billed.nanoUSD)),
                .init("ledgerNanoUSD", .integer(row.ledger.nanoUSD)),
                .init("differenceNanoUSD", .integer(try row.difference().nanoUSD)),
                .init("uncertainNanoUSD", .integer(row.uncertain.nanoUSD)),
                .init("uncertainAttempts", .integer(Int64(row.uncertainAttempts))),
                .init("unexplainedNanoUSD", .integer(try row.unexplained().nanoUSD)),
            ]
        }
        return [
            "schema": "torii.reconciliation/1",
            "tolerance": .double(tolerance),
            "agrees": .bool(try agrees()),
            "totals": .object(try members(total())),
            "rows": .array(
                try rows.map { row throws(EconomicsError) in
                    JSON.object(
                        [.init("day", .string(row.day.description)), .init("model", .string(row.model))]
                            + (try members(row))
                    )
                }
            ),
            "unmatched": .array(
                unmatched.map { sku in
                    [
                        "sku": .string(sku.sku), "description": .string(sku.description),
                        "netNanoUSD": .integer(sku.net.nanoUSD),
                    ]
                }
            ),
            "leftOutLines": .integer(Int64(leftOut)),
            "emulatedNanoUSD": .integer(emulated.cost.nanoUSD),
            "emulatedAttempts": .integer(Int64(emulated.attempts)),
        ]
    }

    /// One line a day and model, then the whole.
    package func text() throws(EconomicsError) -> String {
        func line(_ name: String, _ row: Row) throws(EconomicsError) -> String {
            let cells = [row.billed, row.ledger, try row.difference(), row.uncertain, try row.unexplained()]
            return name.padded(to: 40) + cells.map { FigureText.money($0, .exact).padded(before: 17) }.joined()
        }
        var lines = [
            "day         model".padded(to: 40)
                + ["billed", "ledger", "difference", "uncertain", "unexplained"].map { $0.padded(before: 17) }.joined()
        ]
        for row in rows {
            lines.append(try line("\(row.day)  \(row.model.isEmpty ? "unknown SKUs" : row.model)", row))
        }
        let total = try total()
        lines.append(try line("all", total))
        for sku in unmatched {
            lines.append(
                "SKU \(sku.sku) (\(sku.description)) is of no known model: \(sku.net); say --sku \(sku.sku)=MODEL"
            )
        }
        let rest = try total.unexplained()
        let share = Double(rest.nanoUSD) / Double(max(1, total.billed.nanoUSD.magnitude))
        let verdict = try agrees() ? "agrees" : "DIFFERS"
        lines.append(
            "unexplained \(rest), \(FigureText.share(share, decimals: 3)) of the bill; "
                + "tolerance \(FigureText.share(tolerance, decimals: 3)): \(verdict)"
        )
        if emulated.attempts > 0 {
            lines.append(
                "EMULATED: \(emulated.cost.formatted(.exact)) USD of the ledger is left out, "
                    + "\(FigureText.count(emulated.attempts)) attempts that the emulator answered and nobody bills"
            )
        }
        return lines.joined(separator: "\n")
    }
}
