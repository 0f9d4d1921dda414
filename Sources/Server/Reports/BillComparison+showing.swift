import Documents
import Economics

extension BillComparison {
    /// The way from the bill to what was paid, one line a step: name, amount, remark.
    func lines(_ precision: Money.Precision) throws(EconomicsError) -> [(name: String, amount: String, note: String)] {
        let steps = try steps()
        func change(_ amount: Money) throws(EconomicsError) -> String {
            let change = try Money.zero.subtracting(amount)
            return (change > .zero ? "+" : "") + FigureText.money(change, precision)
        }
        let ratio = FigureText.fixed(priceRatio, 3)
        return [
            (
                "a bill for all", FigureText.money(bill, precision),
                "\(FigureText.count(uploads)) uploads at \(billPerUpload.formatted(.exact))"
            ),
            (
                "  its price of a call", try change(steps.price),
                "\(ratio) times the \(baselinePerUpload.formatted(.exact)) here"
            ),
            ("send all, at prices here", FigureText.money(baseline, precision), "est.: at mean cost"),
            (
                "  saved", try change(steps.saved),
                "\(FigureText.share(savedShare, decimals: 3)) of it: calls not made, or made cheaper"
            ),
            ("= cloud cost", FigureText.money(cost, precision), "exact"),
        ]
    }

    func text(width: Int, _ precision: Money.Precision) throws(EconomicsError) -> String {
        var table = FigureTable(columns: ["all"], width: width)
        table.heading("Against a bill, USD")
        for line in try lines(precision) { table.row(line.name, [line.amount], note: line.note) }
        table.text(sentence)
        return table.rendered()
    }

    func html() throws(EconomicsError) -> String {
        let rows = try lines(.exact).map { line in
            "<tr><th>\(HTML.escaped(line.name))</th><td>\(line.amount)</td><td>\(HTML.escaped(line.note))</td></tr>"
        }
        return "<table id=\"against\">\(rows.joined())</table><p>\(HTML.escaped(sentence)).</p>"
    }

    func json() throws(EconomicsError) -> JSON {
        let steps = try steps()
        return [
            "billNanoUSD": .integer(bill.nanoUSD),
            "uploads": .integer(Int64(uploads)),
            "billPerUploadNanoUSD": .integer(billPerUpload.nanoUSD),
            "baselinePerUploadNanoUSD": .integer(baselinePerUpload.nanoUSD),
            "baselineNanoUSD": .integer(baseline.nanoUSD),
            "costNanoUSD": .integer(cost.nanoUSD),
            "ofPriceNanoUSD": .integer(steps.price.nanoUSD),
            "savedNanoUSD": .integer(steps.saved.nanoUSD),
            "saidShare": .double(saidShare),
            "savedShare": .double(savedShare),
            "hasLikePrices": .bool(hasLikePrices),
        ]
    }
}
