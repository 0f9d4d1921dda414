import Documents
import Policy

/// Checks an answer against its contract and puts right what is only written otherwise. The model is asked for the
/// same by schema, but no schema is honoured always.
struct ContractCheck {
    private(set) var repairs: [AnswerRepair] = []

    /// The classification in contract order, every field present. Throws on the first field that cannot be accepted.
    mutating func classification(of object: DocumentNode, contract: Contract) throws(ContractViolation) -> JSON {
        guard let members = object.object else { throw ContractViolation("the answer is not a JSON object") }
        let known = contract.fields.map(\.name)
        let answered = members.map(\.key)
        if answered.contains(where: { !known.contains($0) }) { repairs.append(AnswerRepair(.unknownField)) }
        if answered.filter(known.contains) != known.filter(answered.contains) { repairs.append(AnswerRepair(.order)) }
        var result: [JSON.Member] = []
        for field in contract.fields {
            result.append(JSON.Member(field.name, try value(of: object[field.name], field: field)))
        }
        return .object(result)
    }

    private mutating func value(of node: DocumentNode?, field: Contract.Field) throws(ContractViolation) -> JSON {
        guard let node, !node.isNull else {
            guard field.nullable else {
                throw ContractViolation("`\(field.name)` is \(node == nil ? "missing" : "null")")
            }
            return .null
        }
        switch field.kind {
        case .choice(let values):
            return .string(try choice(node, of: values, field: field.name))
        case .choices(let values, let count):
            var items: [String] = []
            for item in try list(node, field: field.name) {
                items.append(try choice(item, of: values, field: field.name))
            }
            return try distinct(items, count: count, field: field.name)
        case .words(let pattern, let count):
            let items = try list(node, field: field.name).compactMap { word($0, pattern: pattern, field: field.name) }
            return try distinct(items, count: count, field: field.name)
        }
    }

    /// The contract's own spelling of the value; only upper and lower case are forgiven.
    private mutating func choice(
        _ node: DocumentNode,
        of values: [String],
        field: String
    ) throws(ContractViolation) -> String {
        guard let text = node.string else { throw ContractViolation("`\(field)` holds a value that is not a string") }
        if values.contains(where: { $0.utf8.elementsEqual(text.utf8) }) { return text }
        guard let match = values.first(where: { WordPattern.sameButCase($0, text) }) else {
            throw ContractViolation(
                "`\(field)` is `\(Excerpt.of(text, limit: 40))`, which is not one of its \(values.count) values"
            )
        }
        repairs.append(AnswerRepair(.letterCase, field: field))
        return match
    }

    private mutating func word(_ node: DocumentNode, pattern: Contract.Field.Pattern, field: String) -> String? {
        guard let text = node.string, let word = WordPattern.fitted(text, to: pattern) else {
            repairs.append(AnswerRepair(.dropped, field: field))
            return nil
        }
        if !word.utf8.elementsEqual(text.utf8) { repairs.append(AnswerRepair(.spelling, field: field)) }
        return word
    }

    private func list(_ node: DocumentNode, field: String) throws(ContractViolation) -> [DocumentNode] {
        guard let items = node.array else { throw ContractViolation("`\(field)` is not a list") }
        return items
    }

    private mutating func distinct(
        _ items: [String],
        count: ClosedRange<Int>,
        field: String
    ) throws(ContractViolation) -> JSON {
        var seen: Set<String> = []
        let unique = items.filter { seen.insert($0).inserted }
        if unique.count < items.count { repairs.append(AnswerRepair(.duplicate, field: field)) }
        guard unique.count >= count.lowerBound else {
            throw ContractViolation("`\(field)` has \(unique.count) usable values, at least \(count.lowerBound) needed")
        }
        if unique.count > count.upperBound { repairs.append(AnswerRepair(.surplus, field: field)) }
        return .array(unique.prefix(count.upperBound).map { .string($0) })
    }
}
