import Documents
import Ledger

/// What an operator needs to judge an audit, and what operators made of it.
extension DecisionJourney {
    /// - Parameter answered: What the model said; nil where it is not known.
    func auditLines(answered: DocumentNode?) -> [String] {
        var lines = ["Decision \(record.id)\(record.emulated ? "   EMULATED" : "")"]
        lines += [came, verdict].compactMap { $0 } + gate
        lines += Self.wrapped(Self.facts(answered)).enumerated().map {
            line($0.offset == 0 ? "the model" : "", $0.element)
        }
        return lines + user + reviewed
    }

    /// Every edition of operators, the latest first; of an audit without one, that it waits.
    var reviewed: [String] {
        guard record.isAnsweredAudit else { return [] }
        guard !judgements.isEmpty else {
            return feedback == nil ? [line("reviewed", "not yet: `torii audit review` asks an operator")] : []
        }
        return judgements.reversed().enumerated().map { index, judgement in
            let finding =
                switch judgement.finding {
                case .falseReject: "a false reject"
                case .rightReject: "the gate was right"
                case .withdrawn: "taken back"
                }
            let who = "\(judgement.by.visible) (\(judgement.from.visible))"
            return line(
                index == 0 ? "reviewed" : "  before",
                "\(finding): \(judgement.reason.visible), \(who) at \(judgement.at.iso8601(in: zone))"
            )
        }
    }

    /// `nature, mood calm, recommendedTags forest lake`.
    private static func facts(_ answered: DocumentNode?) -> [String] {
        (answered?.object ?? []).compactMap { member in
            guard let text = words(member.node), !text.isEmpty else { return nil }
            return member.key == "primaryCategory" ? text : "\(member.key.visible) \(text)"
        }
    }

    private static func words(_ node: DocumentNode) -> String? {
        if let text = node.string { return text.visible }
        if let number = node.double { return FigureText.fixed(number, 2) }
        return node.array.map { $0.compactMap { $0.string?.visible }.joined(separator: " ") }
    }

    /// In lines of 84 cells, unless a fact is longer.
    private static func wrapped(_ facts: [String]) -> [String] {
        var lines: [String] = []
        for fact in facts {
            if let last = lines.last, last.count + fact.count < 82 {
                lines[lines.count - 1] = "\(last), \(fact)"
            } else {
                lines.append(fact)
            }
        }
        return lines.isEmpty ? ["its answer is no longer known"] : lines
    }
}
