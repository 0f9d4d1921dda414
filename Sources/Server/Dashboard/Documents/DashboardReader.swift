import Documents
import Policy

/// Reads a dashboard document, or names every mistake in it.
struct DashboardReader {
    private let file: String
    private var diagnostics: [Diagnostic] = []

    private static let panelShape = Shape([
        .required("kind", .word(Panel.all.map(\.kind)), "what it shows"),
        .optional("title", .text, "instead of its own"),
        .optional("warnAt", .share, "share of a limit from which a figure is near it"),
        .optional("rows", .integer(1...50), "lines of lists"),
    ])

    /// What a document may hold; its schema is written from this.
    static let shape = Shape([
        .optional("title", .text, "stands above its panels"),
        .required("panels", .list(.object(panelShape), count: 1...50, unique: false), "from top to bottom"),
    ])

    static let keys = shape.keys.map(\.name)
    static let panelKeys = panelShape.keys.map(\.name)

    /// - Parameter file: `overview.json5`; its name is the dashboard's.
    static func read(_ bytes: [UInt8], file: String) -> (document: DashboardDocument?, diagnostics: [Diagnostic]) {
        let read = DocumentReader.read(bytes, file: file, dialect: .json5)
        guard let root = read.root else { return (nil, read.diagnostics) }
        var reader = DashboardReader(file: file)
        let document = reader.document(root)
        return (reader.diagnostics.isEmpty ? document : nil, reader.diagnostics)
    }

    private init(file: String) { self.file = file }

    private mutating func document(_ root: DocumentNode) -> DashboardDocument? {
        guard root.object != nil else {
            mistake(.type, at: root, "", "a dashboard must be an object")
            return nil
        }
        refuseUnknown(root, keys: Self.keys, path: "")
        let name = String(file.split(separator: "/").last?.split(separator: ".").first ?? "")
        var title = name
        if let node = root["title"] { title = text(node, "title", most: 80) ?? name }
        guard let panels = root["panels"]?.array, (1...50).contains(panels.count) else {
            mistake(.missing, at: root["panels"] ?? root, "panels", "panels must list 1...50 panels")
            return nil
        }
        let entries = panels.enumerated().compactMap { entry($1, path: "panels[\($0)]") }
        return DashboardDocument(name: name, title: title, entries: entries)
    }

    private mutating func entry(_ node: DocumentNode, path: String) -> DashboardDocument.Entry? {
        guard node.object != nil else {
            mistake(.type, at: node, path, "\(path) must be an object such as { kind: \"today\" }")
            return nil
        }
        refuseUnknown(node, keys: Self.panelKeys, path: path)
        var settings = PanelSettings()
        if let title = node["title"] { settings.title = text(title, "\(path).title", most: 80) }
        if let share = node["warnAt"] {
            if let value = share.double, (0...1).contains(value) {
                settings.warnAt = value
            } else {
                mistake(.range, at: share, "\(path).warnAt", "\(path).warnAt must be a share 0...1")
            }
        }
        if let rows = node["rows"] {
            if let value = rows.integer, (1...50).contains(value) {
                settings.rows = Int(value)
            } else {
                mistake(.range, at: rows, "\(path).rows", "\(path).rows must be a whole number 1...50")
            }
        }
        let kinds = Panel.all.map(\.kind)
        guard let kind = node["kind"], let word = kind.string, let panel = Panel.kind(word) else {
            let found = node["kind"]?.string.map { ", found `\($0)`" } ?? ""
            mistake(
                .kind,
                at: node["kind"] ?? node,
                "\(path).kind",
                "\(path).kind must be one of \(kinds.joined(separator: ", "))\(found)",
                hint: node["kind"]?.string.flatMap { Spelling.nearest(to: $0, among: kinds) }
                    .map { "did you mean `\($0)`?" }
            )
            return nil
        }
        return DashboardDocument.Entry(panel: panel, settings: settings)
    }

    private mutating func text(_ node: DocumentNode, _ field: String, most: Int) -> String? {
        if let text = node.string, (1...most).contains(text.count) { return text.visible }
        mistake(.type, at: node, field, "\(field) must be text of 1...\(most) characters")
        return nil
    }

    private mutating func refuseUnknown(_ node: DocumentNode, keys: [String], path: String) {
        for member in node.object ?? [] where !keys.contains(member.key) {
            diagnostics.append(
                Diagnostic(
                    .error,
                    code: DashboardCode.unknownKey.rawValue,
                    file: file,
                    start: member.keyStart,
                    end: member.keyEnd,
                    field: path.isEmpty ? member.key : "\(path).\(member.key)",
                    message: "unknown key `\(member.key)`",
                    hint: Spelling.nearest(to: member.key, among: keys).map { "did you mean `\($0)`?" },
                    notes: ["keys of \(path.isEmpty ? "the document" : path): \(keys.joined(separator: ", "))"]
                )
            )
        }
    }

    private mutating func mistake(
        _ code: DashboardCode,
        at node: DocumentNode,
        _ field: String,
        _ message: String,
        hint: String? = nil
    ) {
        diagnostics.append(
            Diagnostic(
                .error,
                code: code.rawValue,
                file: file,
                start: node.start,
                end: node.end,
                field: field,
                message: message,
                hint: hint
            )
        )
    }
}
