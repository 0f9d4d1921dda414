import Documents
import Platform

/// Values of options that the command line does not give: from the environment (`TORII_DATA` for `--data`), then from a
/// file. The environment wins even over a file that was named: containers set it last.
struct Settings: Sendable {
    struct Value: Sendable, Hashable {
        let text: String
        /// `TORII_PORT`, or a file's path.
        let origin: String
    }

    let values: [String: Value]
    /// The file that was read; nil without one.
    let file: String?
    /// Variables that begin like ours and that nothing reads.
    let unknownVariables: [String]

    /// Options that may be set so, each once, in the order of the commands.
    static let options: [Command.Option] = {
        var seen: Set<String> = []
        return CommandTable.all.flatMap(\.options).filter { $0.isSetting && seen.insert($0.name).inserted }
    }()

    /// Read by other means.
    private static let otherVariables = [
        "TORII_CONFIG", "TORII_KEY", "TORII_CA_FILE", "TORII_CAP_RUNS", "TORII_KILLS", "TORII_ZOO",
    ]
    private static let places = ["torii.json5", "/etc/torii/torii.json5"]

    /// - Parameter named: By `--config`. Throws where a file that was named is missing, and for every mistake in one.
    init(named: String?, environment: [String: String]) throws(Stop) {
        let wanted = environment["TORII_CONFIG"].flatMap { $0.isEmpty ? nil : $0 } ?? named
        file = wanted ?? Self.places.first(where: FolderContent.isRegular)
        var values = try file.map { path throws(Stop) in try Self.read(path) } ?? [:]
        var known = Set(Self.otherVariables)
        for option in Self.options {
            let variable = Self.variable(option.name)
            known.insert(variable)
            guard let text = environment[variable], !text.isEmpty else { continue }
            values[option.name] = Value(text: text, origin: variable)
        }
        self.values = values
        unknownVariables = environment.keys.filter { $0.hasPrefix("TORII_") && !known.contains($0) }.sorted()
    }

    static func variable(_ option: String) -> String { "TORII_" + option.uppercased().replacing("-", with: "_") }

    private static func read(_ path: String) throws(Stop) -> [String: Value] {
        let bytes: [UInt8]
        do {
            bytes = try FileContent.read(path, maxBytes: 1 << 20, orPipe: true)
        } catch {
            throw .failed(error.message)
        }
        let result = DocumentReader.read(bytes, file: path, dialect: .json5)
        guard let root = result.root, !result.diagnostics.contains(where: { $0.severity == .error }) else {
            throw .failed(result.diagnostics.rendered(sources: [path: SourceText(bytes)]))
        }
        guard let members = root.object else { throw .failed("`\(path)` must be an object such as { port: 8080 }") }
        let names = options.map(\.name)
        var values: [String: Value] = [:]
        for member in members {
            let place = "\(path):\(member.keyStart.line):\(member.keyStart.column)"
            guard names.contains(member.key) else {
                let near = Spelling.nearest(to: member.key, among: names).map { "; did you mean `\($0)`?" } ?? ""
                throw .failed(
                    "\(place): unknown key `\(member.key.prefix(40))`\(near) (known: \(names.joined(separator: ", ")))"
                )
            }
            guard let text = member.node.string ?? member.node.number?.text, !text.isEmpty else {
                throw .failed("\(place): `\(member.key)` must be text that is not empty, or a number")
            }
            values[member.key] = Value(text: text, origin: path)
        }
        return values
    }
}
