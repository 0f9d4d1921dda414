import Documents
import Platform

extension Service {
    /// `GET /dashboard[/{name}]`: one screen as text, page or numbers; with `watch` a stream of screens.
    ///
    /// Query: `profile`, `width`, `height`, `exact`, `accessible`, `format=text|ansi|html|json`, `glyphs=utf8|ascii`,
    /// `color=always|never`, `watch=2s`, `since=today|7d`; `part=screen`: of a page the lines alone, of numbers the lines
    /// too.
    func dashboard(_ request: HTTPRequest, name: String?) async throws(Problem) -> HTTPResponse {
        _ = try caller(of: request, needs: .read)
        await dashboards.refresh()
        let asked = try DashboardRequest(request, name: name, service: self)
        if let pause = asked.watch, asked.format == .text || asked.format == .ansi {
            return try watched(asked, every: pause)
        }
        do {
            let snapshot = try await dashboardSnapshot(profile: asked.profile, days: asked.days)
            let lines = try screen(asked, snapshot)
            switch asked.format {
            case .json:
                var json = try snapshot.json()
                if asked.bringsScreen { json = json.adding(screen: lines, asked, of: dashboards) }
                var response = HTTPResponse(json: json)
                response.headers += [("Cache-Control", "no-store"), ("Vary", "Accept")]
                return response
            case .html where request.queryItem("part") == "screen":
                return HTTPResponse(text: lines.html(), type: "text/html; charset=utf-8")
            case .html:
                return DashboardPage.response(
                    title: asked.document.title,
                    inside: lines.html(),
                    names: dashboards.names
                )
            case .text, .ansi:
                var response = HTTPResponse(
                    text: lines.text(colour: asked.colour),
                    type: "text/plain; charset=utf-8"
                )
                response.headers.append(("Vary", "Accept"))
                return response
            }
        } catch {
            log.error("dashboard not made", [("cause", .text("\(error)"))])
            throw .ledgerUnavailable
        }
    }

    /// The screen, and under it why a document that was edited is not shown.
    private func screen(_ asked: DashboardRequest, _ snapshot: DashboardSnapshot) throws -> [ScreenLine] {
        var lines = try snapshot.screen(asked.document, style: asked.style)
        for mistake in dashboards.mistakes(asked.document.name).prefix(3) {
            let place = mistake.start.map { ":\($0.line):\($0.column)" } ?? ""
            let text = "\(mistake.file)\(place): \(mistake.message); the last good document is shown"
            lines.append(ScreenLine([.init(text.visible, .broken)]).cut(to: asked.style.width))
        }
        return lines
    }

    private func watched(_ asked: DashboardRequest, every pause: Duration) throws(Problem) -> HTTPResponse {
        let view = Watchers.View(
            document: asked.document.name,
            profile: asked.profile,
            days: asked.days,
            style: asked.style,
            colour: asked.colour,
            pause: pause
        )
        guard let frames = watchers.frames(of: view, { await self.lines(of: asked) }) else {
            throw Problem(
                .overloaded,
                "\(watchers.limit) screens are being watched already; close one or look without watch",
                headers: [("Retry-After", "10")]
            )
        }
        return HTTPResponse(
            status: 200,
            headers: [
                ("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"),
                ("X-Accel-Buffering", "no"),
            ],
            body: .stream(frames)
        )
    }

    /// The screen as it is now, from its document as it is now; nil when there is none to show.
    private func lines(of asked: DashboardRequest) async -> [ScreenLine]? {
        guard !isDraining.load(ordering: .relaxed) else { return nil }
        await dashboards.refresh()
        var asked = asked
        asked.document = dashboards.document(asked.document.name) ?? asked.document
        do {
            return try screen(asked, try await dashboardSnapshot(profile: asked.profile, days: asked.days))
        } catch {
            log.error("dashboard not made", [("cause", .text("\(error)"))])
            return nil
        }
    }
}

extension JSON {
    /// The numbers with the screen drawn of them, for a client that shows it: `screen`, and what else can be looked at.
    fileprivate func adding(screen lines: [ScreenLine], _ asked: DashboardRequest, of shelf: DashboardShelf) -> JSON {
        guard case .object(let members) = self else { return self }
        let documents = shelf.names.map { shelf.document($0) ?? .overview }
        return .object(
            members + [
                .init("dashboard", .string(asked.document.name)),
                .init(
                    "dashboards",
                    .array(documents.map { ["name": .string($0.name), "title": .string($0.title)] })
                ),
                .init("screen", .array(lines.map { .string($0.text(colour: asked.colour)) })),
            ]
        )
    }
}
