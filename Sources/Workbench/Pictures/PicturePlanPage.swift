import Policy
package import Server

/// The pictures of a folder whose fate a proposal changes, on one HTML page that needs nothing else.
package struct PicturePlanPage: Sendable {
    private let plan: PicturePlan
    private let base: Int

    /// - Parameter base: The live revision.
    package init(_ plan: PicturePlan, base: Int) {
        self.plan = plan
        self.base = base
    }

    /// Complexity: decodes every picture on it once more.
    package var html: String {
        var parts = ["<h1>Torii: pictures with another fate</h1>", "<pre>\(HTML.escaped(plan.text(base: base)))</pre>"]
        for change in plan.changes.prefix(ContactSheet.most) {
            let image = ContactSheet.thumbnail(of: change.file, background: ProfileDefaults.background)
            parts.append(
                "<figure>\(image)<figcaption><b>\(HTML.escaped(change.profile)): \(HTML.escaped(change.fate))</b><br>"
                    + "\(HTML.escaped(change.file))</figcaption></figure>"
            )
        }
        if plan.changes.count > ContactSheet.most {
            parts.append("<p>and \(plan.changes.count - ContactSheet.most) more</p>")
        }
        return HTML.page(title: "Torii: policy plan over pictures", parts.joined(separator: "\n"))
    }
}
