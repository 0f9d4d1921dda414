import Documents
import Platform

/// What `GET /dashboard…` asks for.
struct DashboardRequest: Sendable {
    enum Format: String, Sendable, CaseIterable { case text, ansi, html, json }

    var document: DashboardDocument
    /// Only this profile; nil: all.
    let profile: String?
    let format: Format
    let style: ScreenStyle
    let colour: Bool
    /// Days of the figures that have a span, the last of them today.
    let days: Int
    /// Whether numbers bring the screen and the names of all dashboards with them.
    let bringsScreen: Bool
    /// Time between frames; nil: one frame.
    let watch: Duration?

    /// - Parameter name: What follows `/dashboard/`: a dashboard's name, or a profile's for its overview.
    /// Throws `not_found` for a name that is neither, `unknown_profile`, `invalid_field`.
    init(_ request: HTTPRequest, name: String?, service: Service) throws(Problem) {
        try request.checkKnown(Self.items)
        var profile = request.queryItem("profile")
        let shelf = service.dashboards
        if let named = shelf.document(name ?? "overview") {
            document = named
        } else if let name, service.policies.snapshot(of: name) != nil, let overview = shelf.document("overview") {
            document = overview
            profile = name
        } else {
            let known = shelf.names.joined(separator: ", ")
            let profiles = service.policies.snapshots.map(\.profile.name).joined(separator: ", ")
            throw Problem(
                .unknownProfile,
                "there is no dashboard or profile `\((name ?? "").printable)`; dashboards: \(known); profiles: \(profiles)"
            )
        }
        if let profile, service.policies.snapshot(of: profile) == nil {
            throw Problem(.unknownProfile, "there is no profile `\(profile.printable)`")
        }
        self.profile = profile
        format = try Self.format(of: request)
        var style = ScreenStyle(
            width: try request.width,
            height: try Self.height(of: request),
            glyphs: try request.choice("glyphs", ["utf8": .utf8, "ascii": .ascii])
                ?? (format == .html ? .utf8 : .ascii),
            precision: request.queryItem("exact") != nil ? .exact : .cents,
            isAccessible: request.queryItem("accessible") != nil
        )
        let isText = format == .text || format == .ansi
        if style.height == nil, document.name == "overview", isText, style.width >= 100, !style.isAccessible {
            style.height = Self.overviewHeight
        }
        self.style = style
        days = try request.queryItem("since").map { text throws(Problem) in try Self.days(text) } ?? 1
        bringsScreen = format == .json && request.queryItem("part") == "screen"
        colour = try request.choice("color", ["always": true, "never": false]) ?? (format == .ansi)
        watch = try request.queryItem("watch").map { text throws(Problem) in try Self.interval(text) }
    }

    private static let items = [
        "profile", "width", "height", "format", "glyphs", "color", "exact", "accessible", "watch", "part", "since",
    ]

    /// Lines of the overview where nobody says how many there is room for.
    private static let overviewHeight = 30

    /// `format`, else what `Accept` prefers, else text: an unknown client never gets a page.
    private static func format(of request: HTTPRequest) throws(Problem) -> Format {
        let named = Dictionary(uniqueKeysWithValues: Format.allCases.map { ($0.rawValue, $0) })
        if let format = try request.choice("format", named) { return format }
        let accepted = request.header("accept") ?? ""
        if accepted.contains("text/html") { return .html }
        return accepted.contains("application/json") ? .json : .text
    }

    private static func height(of request: HTTPRequest) throws(Problem) -> Int? {
        guard let text = request.queryItem("height") else { return nil }
        guard let height = Int(text), (1...1000).contains(height) else {
            throw Problem(.invalidField, "height must be 1...1000 lines, found `\(text.printable)`")
        }
        return height
    }

    /// `today`, `7d`; at most a quarter.
    private static func days(_ text: String) throws(Problem) -> Int {
        if text == "today" { return 1 }
        guard text.hasSuffix("d"), let days = Int(text.dropLast()), (1...92).contains(days) else {
            throw Problem(.invalidField, "since must be today or 1d...92d, found `\(text.printable)`")
        }
        return days
    }

    /// `2s`, a plain number of seconds, or nothing: 2 s. Brought into 1 s...60 s.
    private static func interval(_ text: String) throws(Problem) -> Duration {
        if text.isEmpty { return .seconds(2) }
        guard let seconds = Int(text.hasSuffix("s") ? String(text.dropLast()) : text) else {
            throw Problem(.invalidField, "watch must be seconds such as 2s, found `\(text.printable)`")
        }
        return .seconds(min(max(seconds, 1), 60))
    }
}

extension HTTPRequest {
    /// Refuses items that nobody reads: a mistyped one would be left out unsaid. Throws `invalid_field`.
    fileprivate func checkKnown(_ names: [String]) throws(Problem) {
        for (name, _) in query where !names.contains(name) {
            let near = Spelling.nearest(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
            let known = names.joined(separator: ", ")
            throw Problem(.invalidField, "there is no `\(name.printable)` here\(near) (known: \(known))")
        }
    }

    /// One of the words of a query item; nil when it is not there. Throws `invalid_field`.
    fileprivate func choice<Value>(_ name: String, _ words: [String: Value]) throws(Problem) -> Value? {
        guard let word = queryItem(name) else { return nil }
        guard let value = words[word] else {
            let known = words.keys.sorted().joined(separator: ", ")
            throw Problem(.invalidField, "\(name) must be one of \(known), found `\(word.printable)`")
        }
        return value
    }
}
