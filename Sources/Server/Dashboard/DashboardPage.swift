import Platform

/// The same text in a browser: on a phone, in the dark, live without a framework.
enum DashboardPage {
    /// - Parameters:
    ///   - inside: Lines of `[ScreenLine].html()`.
    ///   - names: Dashboards to choose from.
    ///   - nonce: Of the one script and the one style that the page allows.
    static func html(title: String, inside: String, names: [String], nonce: String) -> String {
        let links = names.map { name in
            "<a href=\"/dashboard/\(name.htmlEscaped)\">\(name.htmlEscaped)</a>"
        }
        .joined(separator: " ")
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>Torii \(title.htmlEscaped)</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <style nonce="\(nonce)">
            :root { color-scheme: light dark; --text: #1c1b1a; --ground: #fbfaf7; --good: #1a6e2e; --near: #8a5a00; --broken: #b3261e; }
            @media (prefers-color-scheme: dark) {
              :root { --text: #e6e3dc; --ground: #171614; --good: #7fce8f; --near: #e0b458; --broken: #ff8a80; }
            }
            body { margin: 1rem; background: var(--ground); color: var(--text); font-family: system-ui, sans-serif; }
            pre { font: 13px/1.35 ui-monospace, "DejaVu Sans Mono", monospace; overflow-x: auto; }
            @media (max-width: 700px) { pre { font-size: 10px; } }
            .good { color: var(--good); } .near { color: var(--near); } .broken { color: var(--broken); }
            .strong { font-weight: bold; } nav a { color: inherit; margin-right: .8rem; }
            </style></head>
            <body><nav>\(links) <a href="?format=json">numbers</a></nav>
            <pre id="screen" aria-live="off">\(inside)</pre>
            <p id="state"></p>
            <script nonce="\(nonce)">
            const screen = document.getElementById('screen'), state = document.getElementById('state');
            async function look() {
              const url = new URL(location); url.searchParams.set('format', 'html'); url.searchParams.set('part', 'screen');
              try {
                const answer = await fetch(url, { cache: 'no-store' });
                if (!answer.ok) throw new Error('the server answers ' + answer.status);
                screen.innerHTML = await answer.text(); state.textContent = '';
              } catch (error) { state.textContent = 'not refreshed since ' + new Date().toLocaleTimeString() + ': ' + error.message; }
            }
            setInterval(() => { if (!document.hidden) look(); }, 2000);
            </script></body></html>

            """
    }

    static func response(title: String, inside: String, names: [String]) -> HTTPResponse {
        let nonce = Encoding.hex(Crypto.randomBytes(16))
        return HTTPResponse(
            status: 200,
            headers: [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"), ("Vary", "Accept"),
                (
                    "Content-Security-Policy",
                    "default-src 'none'; connect-src 'self'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; "
                        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
                ),
                ("X-Content-Type-Options", "nosniff"),
            ],
            body: .bytes(Array(html(title: title, inside: inside, names: names, nonce: nonce).utf8))
        )
    }
}
