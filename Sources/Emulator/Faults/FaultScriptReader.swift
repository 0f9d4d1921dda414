import Documents

/// Reads a fault script, strictly: unknown keys, wrong types and values out of range are all reported, with their places.
struct FaultScriptReader {
    let file: String
    var diagnostics: [Diagnostic] = []

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
        for member in members(node, "", known: ["seed", "rules"]) {
            if member.key == "seed" {
                script.seed = integer(member.node, "seed", in: 0...Int.max).map { UInt64($0) }
            } else if let items = member.node.array {
                for (index, item) in items.enumerated() { script.rules.append(rule(item, "rules[\(index)]")) }
            } else {
                report(member.node, "rules", "`rules` must be a list")
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
        let known = ["nth", "every", "first", "attempt", "imageSha256", "model", "probability"]
        for member in members(node, path, known: known) {
            let field = "\(path).\(member.key)"
            switch member.key {
            case "nth": match.nth = integers(member.node, field)
            case "attempt": match.attempt = integers(member.node, field)
            case "every": match.every = integer(member.node, field, in: 1...Int.max)
            case "first": match.first = integer(member.node, field, in: 1...Int.max)
            case "model": match.model = text(member.node, field)
            case "imageSha256":
                let hash = text(member.node, field)
                if let hash, hash.isEmpty || hash.utf8.count > 64 || !hash.allSatisfy(FaultScriptReader.isHex) {
                    report(member.node, field, "`\(hash)` is not the beginning of a SHA-256 in lower-case hex")
                }
                match.imageSHA256 = hash
            default:
                guard let share = member.node.double, (0...1).contains(share) else {
                    report(member.node, field, "`\(member.key)` must be a number from 0 to 1")
                    continue
                }
                match.probability = share
            }
        }
        return match
    }

    private mutating func fault(_ node: DocumentNode, _ path: String) -> Fault {
        var fault = Fault()
        var answers: [String] = []
        let kinds = ["status", "cut", "malformed", "block", "finish", "thinkEatsBudget", "empty"]
        let known = kinds + ["quota", "retryDelay", "delay", "hold", "modelVersion", "hideUsage"]
        let members = members(node, path, known: known)
        for member in members {
            let field = "\(path).\(member.key)"
            if kinds.contains(member.key) { answers.append(member.key) }
            switch member.key {
            case "cut": if let cut = choice(member.node, field, Fault.Cut.self) { fault.answer = .cut(cut) }
            case "malformed":
                if let kind = choice(member.node, field, Fault.Malformed.self) { fault.answer = .malformed(kind) }
            case "empty": if let kind = choice(member.node, field, Fault.Empty.self) { fault.answer = .empty(kind) }
            case "block": if let reason = text(member.node, field) { fault.answer = .promptBlock(reason) }
            case "finish": if let reason = text(member.node, field) { fault.answer = .finish(reason) }
            case "thinkEatsBudget": if flag(member.node, field) { fault.answer = .thinkEatsBudget }
            case "hideUsage": fault.hidesUsage = flag(member.node, field)
            case "modelVersion": fault.modelVersion = text(member.node, field)
            case "delay": fault.delay = duration(member.node, field)
            case "hold": fault.hold = hold(member.node, field)
            default: break
            }
        }
        if let failure = failure(node, path) { fault.answer = .failure(failure) }
        if answers.count > 1 {
            report(node, path, "an action gives one answer, not `\(answers.joined(separator: "` and `"))`")
        }
        return fault
    }

    private mutating func failure(_ node: DocumentNode, _ path: String) -> Failure? {
        let quota = node["quota"].flatMap { choice($0, path + ".quota", Failure.Quota.self) }
        let delay = node["retryDelay"].flatMap { duration($0, path + ".retryDelay") }
        guard let status = node["status"] else {
            for key in ["quota", "retryDelay"] {
                if let stray = node[key] { report(stray, "\(path).\(key)", "`\(key)` belongs to `status: 429`") }
            }
            return nil
        }
        guard let number = status.integer, Failure.statuses.contains(Int(number)) else {
            let known = Failure.statuses.map(String.init).joined(separator: ", ")
            report(status, path + ".status", "`status` must be one of \(known)")
            return nil
        }
        if number != 429, let stray = node["quota"] ?? node["retryDelay"] {
            report(stray, path, "`quota` and `retryDelay` belong to `status: 429`")
        }
        let kind = quota ?? .minute
        let usual: Duration? = kind == .minute ? .nanoseconds(1_934_310_785) : nil
        return Failure(status: Int(number), quota: kind, retryDelay: delay ?? usual)
    }

    private mutating func hold(_ node: DocumentNode, _ field: String) -> Fault.Hold? {
        if node.string == "release" { return .released }
        guard let count = node.integer, count > 0 else {
            report(node, field, "`hold` must be \"release\" or a number of calls")
            return nil
        }
        return .received(Int(count))
    }
}
