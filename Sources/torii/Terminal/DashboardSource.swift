import Documents
import Foundation
import Platform
import Terminal
import Workbench

/// Where a dashboard comes from: a server, and how its screens are to look.
struct DashboardSource: Sendable {
    private let http = ServerReading.client()
    let base: String
    private let style: OutputStyle
    private let width: Int?
    private let isExact: Bool
    private let headers: [(name: String, value: String)]

    /// - Parameter width: Cells a line; nil: the terminal's.
    init(base: String, style: OutputStyle, width: Int?, isExact: Bool, key: String?) {
        self.base = base
        self.style = style
        self.width = width
        self.isExact = isExact
        headers = key.map { $0.isEmpty ? [] : [("Authorization", "Bearer \($0)")] } ?? []
    }

    func close() { http.close() }

    /// One screen as the server writes it.
    ///
    /// - Parameter format: `text` or `json`.
    func screen(_ question: LiveView.Question, format: String) async throws(Stop) -> String {
        String(
            decoding: try await body(question, ["format=\(format)", "width=\(width ?? style.width)"]),
            as: UTF8.self
        )
    }

    /// A screen for a terminal of that size, with what can be asked for beside it.
    func answer(
        to question: LiveView.Question,
        for size: (columns: Int, rows: Int)
    ) async throws(Stop) -> LiveAnswer {
        let cells = min(200, max(40, width ?? size.columns))
        let more = ["format=json", "part=screen", "width=\(cells)", "height=\(LiveView.room(rows: size.rows))"]
        let bytes = try await body(question, more)
        guard let root = DocumentReader.read(bytes, file: "answer", dialect: .json).root, let answer = LiveAnswer(root)
        else { throw .failed("\(base) answers with no dashboard: is it a torii server of this version?") }
        return answer
    }

    private func body(_ question: LiveView.Question, _ more: [String]) async throws(Stop) -> [UInt8] {
        var query = more + ["glyphs=\(style.glyphs.rawValue)", "color=\(style.colour ? "always" : "never")"]
        if let profile = question.profile { query.append("profile=\(Self.escaped(profile))") }
        if question.days > 1 { query.append("since=\(question.days)d") }
        if isExact { query.append("exact") }
        if style.isAccessible { query.append("accessible") }
        let path = question.name.isEmpty ? "" : "/\(Self.escaped(question.name))"
        let request = HTTPClient.Request(
            method: "GET",
            url: "\(base)/dashboard\(path)?\(query.joined(separator: "&"))",
            headers: headers
        )
        switch await http.response(to: request, deadline: .now + .seconds(10)) {
        case .success(let response) where response.status == 200: return response.body
        case .success(let response):
            let problem = DocumentReader.read(response.body, file: "answer", dialect: .json).root?["detail"]?.string
            let text = problem ?? String(decoding: response.body.prefix(400), as: UTF8.self)
            throw .failed("the server answered \(response.status): \(text)")
        case .failure(let failure):
            throw Stop(code: .unreachable, message: "\(base) does not answer: \(failure.advised)")
        }
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-_.")))
            ?? text
    }
}
