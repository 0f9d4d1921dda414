import Documents
import Foundation
import Platform

/// A server's dashboard in this terminal.
struct DashboardView: Sendable {
    private let http = HTTPClient()
    private let base: String
    private let path: String
    private let query: [String]
    private let headers: [(name: String, value: String)]
    private let width: Int?
    private let console: Console
    private let style: OutputStyle

    init(_ invocation: Invocation) throws(Stop) {
        console = invocation.console
        let environment = ProcessInfo.processInfo.environment
        style = OutputStyle(
            facts: .current(.standardOutput, environment: environment),
            wishes: .init(
                colour: invocation.value("color").flatMap { OutputStyle.Colour(rawValue: $0) },
                glyphs: invocation.value("glyphs").flatMap { OutputStyle.Glyphs(rawValue: $0) }
            )
        )
        base = try invocation.required("server")
        path = "/dashboard" + (invocation.operands.first.map { "/" + Self.escaped($0) } ?? "")
        var query = ["format=\(invocation.has("json") ? "json" : "text")"]
        if let profile = invocation.value("profile") { query.append("profile=\(Self.escaped(profile))") }
        query.append("glyphs=\(style.glyphs.rawValue)")
        query.append("color=\(style.colour ? "always" : "never")")
        if invocation.has("exact") { query.append("exact") }
        if style.isAccessible { query.append("accessible") }
        self.query = query
        width =
            invocation.has("width") ? try invocation.integer("width", in: 40...200, default: style.width) : nil
        if let key = environment["TORII_KEY"], !key.isEmpty {
            headers = [("Authorization", "Bearer \(key)")]
        } else {
            headers = []
        }
    }

    func close() { http.close() }

    /// One screen as the server draws it.
    func screen() async throws(Stop) -> String {
        let facts = TerminalFacts.current(.standardOutput, environment: ProcessInfo.processInfo.environment)
        var query = query
        query.append("width=\(width ?? OutputStyle(facts: facts).width)")
        // Room for the line that says how to leave.
        if style.animates, let rows = facts.rows, rows > 4 { query.append("height=\(rows - 1)") }
        let request = HTTPClient.Request(
            method: "GET",
            url: "\(base)\(path)?\(query.joined(separator: "&"))",
            headers: headers
        )
        switch await http.response(to: request, deadline: .now + .seconds(10)) {
        case .success(let response) where response.status == 200:
            return String(decoding: response.body, as: UTF8.self)
        case .success(let response):
            let problem = DocumentReader.read(response.body, file: "answer", dialect: .json).root?["detail"]?.string
            let text = problem ?? String(decoding: response.body.prefix(400), as: UTF8.self)
            throw Stop(code: .failed, message: "the server answered \(response.status): \(text)")
        case .failure(let failure):
            throw Stop(code: .unreachable, message: "\(base) does not answer: \(failure.message)")
        }
    }

    /// Draws until a signal. On a terminal over the last screen, in the alternate one, which is left whatever happens;
    /// elsewhere one screen below the other.
    func watch(every interval: Duration, until signals: Signals?) async throws(Stop) -> ExitCode {
        var last = try await screen()
        if style.animates { console.raw("\u{1B}[?1049h\u{1B}[?25l") }
        let drawing = Task {
            var isStale = false
            while !Task.isCancelled {
                if style.animates {
                    let lines = last.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                    let foot = isStale ? "the server does not answer: these figures are old" : "Ctrl-C leaves"
                    let body = (lines.map(String.init) + [foot]).map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
                    console.raw("\u{1B}[?2026h\u{1B}[H\(body)\u{1B}[J\u{1B}[?2026l")
                } else {
                    console.raw(last)
                }
                try? await Task.sleep(for: interval)  // Cancelled: the loop ends.
                do throws(Stop) {
                    last = try await screen()
                    isStale = false
                } catch {
                    isStale = true
                }
            }
            return last
        }
        for await signal in signals?.events ?? .finished where signal != .reload { break }
        drawing.cancel()
        let final = await drawing.value
        if style.animates {
            // The evidence stays: the last screen, on the normal one.
            console.raw("\u{1B}[?25h\u{1B}[?1049l\(final)")
        }
        return .done
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-_.")))
            ?? text
    }
}
