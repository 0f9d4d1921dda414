import Ledger
import Platform

/// Audits as a page without a script: what there is to judge by, pictures where they are kept, a form for each.
struct AuditPage: Sendable {
    struct Item: Sendable {
        let audit: ReviewedAudit
        let token: String
        /// A JPEG; nil where none is kept.
        let picture: [UInt8]?
    }

    /// What was judged just now, and may be taken back.
    struct Judged: Sendable {
        let judgement: AuditJudgement
        let token: String
    }

    let items: [Item]
    let judged: Judged?
    /// All that wait, on this page or not.
    let waiting: Int
    /// Nil: of all profiles.
    let profile: String?

    var response: HTTPResponse {
        let nonce = Encoding.hex(Crypto.randomBytes(16))
        return HTTPResponse(
            status: 200,
            headers: [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
                (
                    "Content-Security-Policy",
                    "default-src 'none'; img-src data:; style-src 'nonce-\(nonce)'; base-uri 'none'; "
                        + "form-action 'self'; frame-ancestors 'none'"
                ),
                ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
            ],
            body: .bytes(Array(html(nonce: nonce).utf8))
        )
    }

    private func html(nonce: String) -> String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>Torii audits</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <style nonce="\(nonce)">
        :root { color-scheme: light dark; }
        body { margin: 1rem; max-width: 64rem; font-family: system-ui, sans-serif; }
        pre { font: 13px/1.35 ui-monospace, "DejaVu Sans Mono", monospace; overflow-x: auto; }
        article { border-top: 1px solid; padding: .6rem 0; } img { max-width: 16rem; } button { margin-right: .6rem; }
        </style></head>
        <body><h1>Audits</h1>
        <p>\(waiting) of the last 30 days \(waiting == 1 ? "waits" : "wait") for a second judgement. The gate rejected each of \
        these pictures; it was sent all the same, and the model named something. Would rejecting it have lost a right answer?</p>
        \(undo)\(items.map(article).joined())
        </body></html>

        """
    }

    private var undo: String {
        guard let judged else { return "" }
        let what = judged.judgement.finding == .falseReject ? "a right answer lost" : "the gate was right"
        return form(judged.judgement.decisionID, edition: judged.judgement.edition, token: judged.token) {
            """
            <p>\(judged.judgement.decisionID.htmlEscaped): \(what).
            <input type="hidden" name="reason" value="taken back on the page of audits">
            <button name="finding" value="withdrawn">Take it back</button></p>
            """
        }
    }

    private func article(_ item: Item) -> String {
        let picture = item.picture.map { bytes in
            "<img alt=\"the picture\" src=\"data:image/jpeg;base64,"
                + "\(String(decoding: Encoding.base64(bytes), as: UTF8.self))\">\n"
        }
        let form = form(item.audit.decision.id, edition: item.audit.edition, token: item.token) {
            """
            <label>Why <input name="reason" maxlength="\(WrittenReason.longest)" size="40"></label>
            <button name="finding" value="falseReject">Right answer lost</button>
            <button name="finding" value="rightReject">The gate was right</button>
            """
        }
        return "<article>\n\(picture ?? "")<pre>\(item.audit.text.htmlEscaped)</pre>\n\(form)</article>\n"
    }

    private func form(_ decisionID: String, edition: Int, token: String, _ inside: () -> String) -> String {
        """
        <form method="post" action="/audits">
        <input type="hidden" name="decision" value="\(decisionID.htmlEscaped)">
        <input type="hidden" name="edition" value="\(edition)">
        <input type="hidden" name="token" value="\(token)">
        <input type="hidden" name="profile" value="\((profile ?? "").htmlEscaped)">
        \(inside())
        </form>

        """
    }
}
