import Documents

/// Reading what a rule does.
extension FaultScriptReader {
    /// Of these an action has one at most.
    private static let answers = [
        "status", "cut", "malformed", "block", "finish", "safety", "thinkEatsBudget", "empty",
    ]
    private static let others = [
        "quota", "retryDelay", "afterPieces", "delay", "hold", "holdAfter", "pace", "modelVersion", "hideUsage",
        "usage", "refuses",
    ]

    mutating func fault(_ node: DocumentNode, _ path: String) -> Fault {
        var fault = Fault()
        let members = members(node, path, known: Self.answers + Self.others)
        let answers = members.map(\.key).filter(Self.answers.contains)
        for member in members {
            let field = path.isEmpty ? member.key : "\(path).\(member.key)"
            if let answer = answer(member, field) { fault.answer = answer }
            switch member.key {
            case "hideUsage": fault.hidesUsage = flag(member.node, field)
            case "usage": fault.usage = choice(member.node, field, Fault.UsageFault.self)
            case "refuses": fault.refuses = texts(member.node, field)
            case "modelVersion": fault.modelVersion = text(member.node, field)
            case "delay": fault.delay = duration(member.node, field)
            case "pace": fault.pace = duration(member.node, field)
            case "hold": fault.hold = hold(member.node, field)
            case "holdAfter": fault.holdAfter = integer(member.node, field, in: 1...Int.max)
            case "afterPieces":
                fault.afterPieces = integer(member.node, field, in: 0...Int.max)
                if node["status"] == nil { report(member.node, field, "`afterPieces` belongs to `status`") }
            default: break
            }
        }
        if let failure = failure(node, path) { fault.answer = .failure(failure) }
        if answers.count > 1 {
            report(node, path, "an action gives one answer, not `\(answers.joined(separator: "` and `"))`")
        }
        return fault
    }

    private mutating func answer(_ member: DocumentMember, _ field: String) -> Fault.Answer? {
        switch member.key {
        case "cut": choice(member.node, field, Fault.Cut.self).map { .cut($0) }
        case "malformed": choice(member.node, field, Fault.Malformed.self).map { .malformed($0) }
        case "empty": choice(member.node, field, Fault.Empty.self).map { .empty($0) }
        case "block": text(member.node, field).map { .promptBlock($0) }
        case "finish": text(member.node, field).map { .finish($0) }
        case "safety": safety(member.node, field).map { .safety($0) }
        case "thinkEatsBudget": flag(member.node, field) ? .thinkEatsBudget : nil
        default: nil
        }
    }

    private mutating func safety(_ node: DocumentNode, _ path: String) -> Fault.Safety? {
        var category: String?
        var probability = Fault.Safety.Probability.high
        for member in members(node, path, known: ["category", "probability"]) {
            let field = "\(path).\(member.key)"
            if member.key == "category" {
                category = text(member.node, field)
            } else if let read = choice(member.node, field, Fault.Safety.Probability.self) {
                probability = read
            }
        }
        guard let category else {
            report(node, path, "`safety` needs a `category` such as \"HARM_CATEGORY_HATE_SPEECH\"")
            return nil
        }
        return Fault.Safety(category: category, probability: probability)
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
