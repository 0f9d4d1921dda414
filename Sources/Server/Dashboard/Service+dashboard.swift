import Platform

extension Service {
    /// `GET /dashboard[/{profile}][?profile=&width=&exact&watch=2s]`: one screen of text, or a stream of them.
    func dashboard(_ request: HTTPRequest, profile: String?) async throws(Problem) -> HTTPResponse {
        _ = try keyring.caller(of: request, needs: .read)
        let profile = profile ?? request.queryItem("profile")
        if let profile, policies.snapshot(of: profile) == nil {
            throw Problem("unknown_profile", 404, "there is no profile `\(profile.printable)`")
        }
        let width = try request.width
        let exact = request.queryItem("exact") != nil
        guard let watch = request.queryItem("watch") else {
            return HTTPResponse(
                text: try await frame(profile: profile, width: width, exact: exact),
                type: "text/plain; charset=utf-8"
            )
        }
        return HTTPResponse(
            status: 200,
            headers: [
                ("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"),
                ("X-Accel-Buffering", "no"),
            ],
            body: .stream(frames(profile: profile, width: width, exact: exact, every: try Self.interval(watch)))
        )
    }

    /// One screen, ended by a line break.
    private func frame(profile: String?, width: Int, exact: Bool) async throws(Problem) -> String {
        do {
            return try await dashboardSnapshot(profile: profile).text(width: width, exact: exact) + "\n"
        } catch {
            log.error("dashboard not made", [("cause", .text("\(error)"))])
            throw .ledgerUnavailable
        }
    }

    /// `2s`, a plain number of seconds, or nothing: 2 s. Brought into 1 s...60 s.
    private static func interval(_ text: String) throws(Problem) -> Duration {
        if text.isEmpty { return .seconds(2) }
        guard let seconds = Int(text.hasSuffix("s") ? String(text.dropLast()) : text) else {
            throw Problem("invalid_field", 400, "watch must be seconds such as 2s, found `\(text.printable)`")
        }
        return .seconds(min(max(seconds, 1), 60))
    }

    /// Each frame overwrites the last in place: cursor home, every line cleared to its end, the rest below. Nothing is
    /// cleared before it is drawn, so nothing flickers.
    private func frames(profile: String?, width: Int, exact: Bool, every interval: Duration) -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            let drawing = Task {
                var isFirst = true
                while !Task.isCancelled, !isDraining.load(ordering: .relaxed) {
                    // Why there is none is logged already.
                    guard let text = try? await frame(profile: profile, width: width, exact: exact) else { break }
                    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                    let body = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
                    let start = isFirst ? "\u{1B}[2J" : ""
                    continuation.yield(Array("\(start)\u{1B}[?2026h\u{1B}[H\(body)\u{1B}[J\u{1B}[?2026l".utf8))
                    isFirst = false
                    try? await Task.sleep(for: interval)  // Cancelled: the loop ends.
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in drawing.cancel() }
        }
    }
}
