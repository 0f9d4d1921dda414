import Economics

/// A Google Cloud billing export as CSV: one line for each charge. Source: "Structure of Standard data export". Names of
/// nested columns may be joined by a dot or an underscore.
package struct BillingExport: Sendable {
    package let lines: [BillingLine]
    /// Lines of other services, taxes and roundings, which are not compared.
    package let leftOut: Int

    /// - Parameters:
    ///   - month: Only of this invoice, `202610`: late usage keeps its own time, so a month is told by its invoice. Nil: all.
    ///   - service: Only of services whose description holds this word.
    ///
    /// Throws `field`, `currency` for what is not USD, or `range`.
    package init(
        csv bytes: [UInt8],
        name: String,
        month: String?,
        service: String = "Gemini API"
    ) throws(RevenueError) {
        let table = try CSVTable(bytes, name: name)
        func column(_ names: String...) throws(RevenueError) -> Int {
            for name in names { if let found = table.column(name) { return found } }
            throw RevenueError(
                .field,
                "\(name) has no column \(names.map { "`\($0)`" }.joined(separator: " or ")); it has "
                    + table.heading.map { "`\($0)`" }.joined(separator: ", ")
            )
        }
        var needed = [["sku.id", "sku_id"], ["usage_start_time"], ["cost"], ["currency"]]
        if month != nil { needed.append(["invoice.month", "invoice_month"]) }
        let missing = needed.filter { names in names.allSatisfy { table.column($0) == nil } }
        guard missing.isEmpty else {
            let names = missing.map { $0.map { "`\($0)`" }.joined(separator: " or ") }.joined(separator: ", ")
            let heading = table.heading.map { "`\($0)`" }.joined(separator: ", ")
            throw RevenueError(
                .field,
                "\(name) is no Google Cloud billing export: it has no column \(names); it has \(heading)"
            )
        }
        let sku = try column("sku.id", "sku_id")
        let start = try column("usage_start_time")
        let cost = try column("cost")
        let currency = try column("currency")
        let type = table.column("cost_type")
        let invoice = table.column("invoice.month") ?? table.column("invoice_month")
        let serviceName = table.column("service.description") ?? table.column("service_description")
        let description = table.column("sku.description") ?? table.column("sku_description")
        let credits = table.column("credits.amount") ?? table.column("credits_amount") ?? table.column("credits")
        var lines: [BillingLine] = []
        var leftOut = 0
        for line in table.rows {
            let isRegular = type.map { ["", "regular", "adjustment"].contains(line[$0]) } ?? true
            let isService = serviceName.map { line[$0].contains(service) } ?? true
            let isMonth = month == nil || invoice.map { line[$0] == month } ?? true
            guard isRegular, isService, isMonth else {
                leftOut += 1
                continue
            }
            guard line[currency] == "USD" else { throw line.wrong(currency, "USD, the ledger's currency") }
            guard let moment = Self.moment(line[start]) else {
                throw line.wrong(start, "a moment such as 2026-10-14T07:00:00Z")
            }
            let amount = Money(nanoUSD: try line.decimal(cost, decimals: 9))
            let credit = try credits.flatMap { line[$0].isEmpty ? nil : $0 }
                .map { column throws(RevenueError) in Money(nanoUSD: try line.decimal(column, decimals: 9)) }
            do {
                lines.append(
                    BillingLine(
                        sku: line[sku],
                        description: description.map { line[$0] } ?? "",
                        usageStart: moment,
                        net: try amount.adding(credit ?? .zero)
                    )
                )
            } catch {
                throw RevenueError(.range, "\(name), line \(line.number): \(error.message)")
            }
        }
        self.lines = lines
        self.leftOut = leftOut
    }

    /// As BigQuery writes it, `2026-10-14 07:00:00 UTC`, or ISO 8601.
    private static func moment(_ text: String) -> Timestamp? {
        if let moment = Timestamp(iso8601: text) { return moment }
        guard text.hasSuffix(" UTC") else { return nil }
        return Timestamp(iso8601: text.dropLast(4).replacing(" ", with: "T") + "Z")
    }
}
