package import Economics
import Policy

extension EconomicsReport {
    /// One file for a browser or a printer: charts as inline SVG, under each the table it was drawn from, no script and
    /// nothing from elsewhere. Every figure of every row and of the totals is in it whole, under the CSV's names.
    package func html() throws(EconomicsError) -> String {
        let title = "Torii economics: \(query.from) .. \(query.lastDay)"
        let zones = Set(zones.values).sorted().joined(separator: ", ")
        var parts = ["<h1>\(HTML.escaped(title))</h1>"]
        if total.figures.isEmulated {
            parts.append("<p class=\"alarm\">EMULATED: some or all answers and costs come from the emulator</p>")
        }
        parts.append("<p>Days in \(HTML.escaped(zones)). Made \(madeAt.iso8601). Money in USD.</p>")
        parts.append("<h2>Cost and revenue</h2>")
        parts.append(try money())
        parts.append("<h2>From sending all to the bill</h2>")
        parts.append(try waterfall())
        parts.append("<p>One unit price for all: sends at theirs, what was not sent at the mean of the sends.</p>")
        if let against = try againstBill() {
            parts.append("<h2>Against a bill of \(against.bill.formatted()) USD</h2>")
            parts.append(try against.html())
        }
        parts.append("<h2>Every figure</h2>")
        parts.append(try figureTable())
        return HTML.page(title: title, parts.joined(separator: "\n"))
    }

    /// Bars of revenue and cost for each row.
    private func money() throws(EconomicsError) -> String {
        let bars = rows.map { row in
            (label: Self.label(row.subject), revenue: row.figures.revenue, cost: row.figures.spend)
        }
        let largest = bars.reduce(Money.zero) { max($0, $1.revenue, $1.cost) }
        var chart = BarChart(
            title: "Revenue and cost",
            summary: "Revenue \(total.figures.revenue), estimated; cost \(total.figures.spend), exact",
            largest: largest
        )
        for bar in bars {
            chart.bar(bar.label, from: .zero, to: bar.revenue, style: "revenue", text: "revenue \(bar.revenue)")
            chart.bar("", from: .zero, to: bar.cost, style: "cost", text: "cost \(bar.cost)")
        }
        var lines = ["<tr><th>row</th><th>revenue, estimated</th><th>cost, exact</th><th>margin</th></tr>"]
        for row in rows + [total] {
            let cells = [row.figures.revenue, row.figures.spend, try row.figures.units().margin]
            let label = row == total ? "all" : Self.label(row.subject)
            lines.append(
                "<tr><th>\(HTML.escaped(label))</th>"
                    + cells.map { "<td>\($0.formatted(.exact))</td>" }.joined() + "</tr>"
            )
        }
        return chart.svg + "\n<table>\(lines.joined())</table>"
    }

    /// What each step took off, in order, down to the bill.
    private func waterfall() throws(EconomicsError) -> String {
        let figures = total.figures
        let baseline = try figures.baseline()
        var chart = BarChart(
            title: "What the bill would have been",
            summary: "Sending all would have cost \(baseline), estimated; the bill is \(figures.spend), exact",
            largest: max(baseline, figures.spend)
        )
        var lines = ["<tr><th>step</th><th>USD</th><th></th></tr>"]
        func line(_ name: String, _ amount: Money, _ status: String) {
            lines.append("<tr><th>\(name)</th><td>\(amount.formatted(.exact))</td><td>\(status)</td></tr>")
        }
        chart.bar("send all", from: .zero, to: baseline, style: "plain", text: "send all \(baseline)")
        line("send all, plainly", baseline, "estimated")
        var level = baseline
        for (step, amount) in figures.savings {
            let below = try level.subtracting(amount)
            chart.bar(step.rawValue, from: min(level, below), to: max(level, below), style: "saved", text: "\(amount)")
            line(step.rawValue, try Money.zero.subtracting(amount), "estimated")
            level = below
        }
        chart.bar("bill", from: .zero, to: figures.spend, style: "cost", text: "bill \(figures.spend)")
        line("bill", figures.spend, "exact")
        return chart.svg + "\n<table>\(lines.joined())</table>"
    }

    private func figureTable() throws(EconomicsError) -> String {
        var lines = ["<tr>" + (try fields(of: total)).map { "<th>\($0.name)</th>" }.joined() + "</tr>"]
        for row in rows { lines.append("<tr>\(try cells(of: row))</tr>") }
        lines.append("<tr class=\"totals\">\(try cells(of: total))</tr>")
        return "<div class=\"wide\"><table id=\"figures\">\(lines.joined(separator: "\n"))</table></div>"
    }

    private func cells(of row: Row) throws(EconomicsError) -> String {
        try fields(of: row).map { "<td>\(HTML.escaped($0.value.plain))</td>" }.joined()
    }

    private static func label(_ subject: Subject) -> String {
        let parts =
            [subject.day?.description, subject.profile]
            + [subject.key, subject.category, subject.reason, subject.model].map { $0.map { $0.isEmpty ? "none" : $0 } }
        let words = parts.compactMap { $0 }
        return words.isEmpty ? "all" : words.joined(separator: " ")
    }
}

package enum HTML {
    /// A whole page for a browser or a printer, without script and with nothing from elsewhere.
    package static func page(title: String, _ body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>\(escaped(title))</title>
        <meta name="viewport" content="width=device-width, initial-scale=1"><style>\(style)</style></head>
        <body>
        \(body)
        </body></html>

        """
    }

    /// For text and for attributes in double quotes.
    package static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    static let style = """
        :root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;\
        padding:0 1rem}h1{font-size:1.3rem}h2{font-size:1.1rem;margin-top:2rem}table{border-collapse:collapse;\
        font-variant-numeric:tabular-nums}td,th{padding:.15rem .6rem;text-align:right;border-bottom:1px solid #8884;\
        font-weight:normal}th:first-child{text-align:left}.totals td{border-top:2px solid}.wide{overflow-x:auto}\
        .alarm{font-weight:bold}svg{width:100%;height:auto;margin:.5rem 0}.revenue{fill:#2a7}.cost{fill:#c62}\
        .saved{fill:#48c}.plain{fill:#888}svg text{fill:currentColor;font-size:12px}\
        @media print{body{max-width:none}.wide{overflow:visible}}
        """
}
