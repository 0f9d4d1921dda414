import Backtest
package import Economics
import Policy

extension PolicyPlan {
    /// One page that needs nothing else: the plan as it is printed, and every upload whose fate changes, by its id. Pictures of
    /// uploads are kept nowhere, so there are none on it. Throws `amountOverflow`.
    package func html() throws(EconomicsError) -> String {
        var parts = ["<h1>Torii: what this policy would change</h1>"]
        parts.append("<pre>\(HTML.escaped(try text(showsUnchanged: false)))</pre>")
        for plan in profiles where !plan.changedIDs.isEmpty {
            let shown = FigureText.count(plan.changedIDs.count)
            parts.append("<h2>\(HTML.escaped(plan.name)): \(shown) uploads with another fate</h2>")
            if plan.changedIDs.count >= Replay.mostChanged {
                parts.append("<p>The first of them; <code>--json</code> counts all.</p>")
            }
            parts.append("<p><code>torii why ID --data DIR</code> tells the journey of one.</p>")
            let rows = plan.changedFates.map { changed in
                "<tr><th>\(HTML.escaped(changed.id))</th><td>\(HTML.escaped(changed.fate))</td></tr>"
            }
            parts.append("<table><tr><th>upload</th><th>from, to</th></tr>\(rows.joined(separator: "\n"))</table>")
        }
        return HTML.page(title: "Torii: policy plan", parts.joined(separator: "\n"))
    }
}
