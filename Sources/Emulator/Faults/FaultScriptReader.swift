import Documents

/// Reads a fault script, strictly: unknown keys, wrong types and values out of range are all reported, with their places.
struct FaultScriptReader {
    let file: String
    var diagnostics: [Diagnostic] = []

    /// One action alone, as the header `Torii-Fault` holds it. Throws `invalidScript`.
    static func action(_ text: String) throws(EmulatorError) -> Fault {
        let result = DocumentReader.read(Array(text.utf8), file: "Torii-Fault", dialect: .json5)
        var reader = FaultScriptReader(file: "Torii-Fault")
        reader.diagnostics = result.diagnostics
        let fault = result.root.map { reader.fault($0, "") }
        guard reader.diagnostics.isEmpty, let fault else {
            throw EmulatorError(.invalidScript, reader.diagnostics.map(\.message).joined(separator: "; "))
        }
        return fault
    }

    private init(file: String) { self.file = file }

    /// Throws `invalidScript` with every mistake rendered.
    static func script(_ bytes: [UInt8], file: String) throws(EmulatorError) -> FaultScript {
        let result = DocumentReader.read(bytes, file: file, dialect: .json5)
        var reader = FaultScriptReader(file: file)
        reader.diagnostics = result.diagnostics
        let script = result.root.map { reader.script($0) }
        guard reader.diagnostics.isEmpty, let script else {
            let source = SourceText(bytes)
            throw EmulatorError(.invalidScript, reader.diagnostics.rendered(sources: [file: source]))
        }
        return script
    }

    private mutating func script(_ node: DocumentNode) -> FaultScript {
        var script = FaultScript()
        for member in members(node, "", known: ["seed", "rules", "quotas", "countTokens", "batches"]) {
            switch member.key {
            case "seed": script.seed = integer(member.node, "seed", in: 0...Int.max).map { UInt64($0) }
            case "quotas": script.quotas = quotas(member.node, "quotas")
            case "countTokens": script.counting = counting(member.node, "countTokens")
            case "batches": script.batches = batches(member.node, "batches")
            default:
                guard let items = member.node.array else {
                    report(member.node, "rules", "`rules` must be a list")
                    continue
                }
                for (index, item) in items.enumerated() { script.rules.append(rule(item, "rules[\(index)]")) }
            }
        }
        return script
    }

    private mutating func rule(_ node: DocumentNode, _ path: String) -> FaultRule {
        var rule = FaultRule()
        var hasAction = false
        for member in members(node, path, known: ["match", "action"]) {
            if member.key == "match" {
                rule.match = match(member.node, path + ".match")
            } else {
                hasAction = true
                rule.fault = fault(member.node, path + ".action")
            }
        }
        if node.object != nil && !hasAction { report(node, path, "a rule needs an `action`") }
        return rule
    }

    private mutating func match(_ node: DocumentNode, _ path: String) -> FaultMatch {
        var match = FaultMatch()
        let known = [
            "nth", "every", "run", "first", "attempt", "imageSha256", "model", "probability", "after", "before",
        ]
        for member in members(node, path, known: known) {
            let field = "\(path).\(member.key)"
            switch member.key {
            case "nth": match.nth = integers(member.node, field)
            case "attempt": match.attempt = integers(member.node, field)
            case "every": match.every = integer(member.node, field, in: 1...Int.max)
            case "run": match.run = integer(member.node, field, in: 1...Int.max) ?? 1
            case "first": match.first = integer(member.node, field, in: 1...Int.max)
            case "after": match.after = duration(member.node, field)
            case "before": match.before = duration(member.node, field)
            case "model": match.model = text(member.node, field)
            case "imageSha256":
                let hash = text(member.node, field)
                if let hash, hash.isEmpty || hash.utf8.count > 64 || !hash.allSatisfy(FaultScriptReader.isHex) {
                    report(member.node, field, "`\(hash)` is not the beginning of a SHA-256 in lower-case hex")
                }
                match.imageSHA256 = hash
            default: match.probability = share(member.node, field)
            }
        }
        if match.run > 1, match.every == nil { report(node, path, "`run` needs `every`") }
        return match
    }
}
