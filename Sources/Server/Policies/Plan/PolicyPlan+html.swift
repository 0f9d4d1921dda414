import Backtest
package import Economics
import Platform
import Policy

extension PolicyPlan {
    /// One page that needs nothing else: the plan as it is printed, and every upload whose fate changes, by its id and with its
    /// picture where a small one was kept. Throws `amountOverflow`.
    ///
    /// - Parameter thumbnails: JPEG by id.
    package func html(thumbnails: [String: [UInt8]] = [:]) throws(EconomicsError) -> String {
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
                let picture = thumbnails[changed.id].map { jpeg in
                    "<img alt=\"\" src=\"data:image/jpeg;base64,\(String(decoding: Encoding.base64(jpeg), as: UTF8.self))\">"
                }
                return "<tr><th>\(HTML.escaped(changed.id))</th><td>\(HTML.escaped(changed.fate))</td>"
                    + "<td>\(picture ?? "")</td></tr>"
            }
            parts.append(
                "<table><tr><th>upload</th><th>from, to</th><th>kept picture</th></tr>\(rows.joined(separator: "\n"))</table>"
            )
        }
        return HTML.page(title: "Torii: policy plan", parts.joined(separator: "\n"))
    }

    /// The thumbnails that were kept of uploads whose fate changes, at most ``mostThumbnails``.
    package func thumbnails(in shelf: ThumbnailShelf) async -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for id in profiles.flatMap(\.changedIDs) {
            guard found.count < Self.mostThumbnails else { break }
            found[id] = await shelf.bytes(of: id)
        }
        return found
    }

    /// Some 10 kB each.
    private static let mostThumbnails = 500
}
