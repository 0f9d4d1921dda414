extension ContractDecoder {
    /// Prompts by language.
    func prompts(_ field: FieldReader, fields: [Contract.Field]) -> [String: Contract.Prompt]? {
        guard let members = field.members("an object of prompts by language") else { return nil }
        guard !members.isEmpty else {
            field.fail(.missing, "an object with at least one language")
            return nil
        }
        var prompts: [String: Contract.Prompt] = [:]
        for (member, value) in members {
            guard let object = value.object() else { continue }
            if !(2...8).contains(member.key.utf8.count) || !FieldReader.isName(member.key) {
                remarks.error(
                    .name,
                    at: member.node,
                    field: value.path,
                    "`\(member.key)` is no language code such as `en`"
                )
            }
            let system = prompt(object, "system", fields: fields)
            let user = prompt(object, "user", fields: fields)
            let hints = hints(object, fields: fields)
            guard let system, let user, let hints else { continue }
            prompts[member.key] = Contract.Prompt(system: system, user: user, hints: hints)
        }
        return prompts
    }

    /// By what the gate took a picture for.
    private func hints(_ object: ObjectReader, fields: [Contract.Field]) -> [CoarseCategory: String]? {
        guard let field = object.optional("hints") else { return [:] }
        guard let object = field.object() else { return nil }
        var hints: [CoarseCategory: String] = [:]
        for category in CoarseCategory.hinted {
            guard let field = object.optional(category.rawValue) else { continue }
            guard let text = prompt(field, fields: fields) else { return nil }
            hints[category] = text
        }
        return hints
    }

    private func prompt(_ object: ObjectReader, _ key: String, fields: [Contract.Field]) -> String? {
        object.required(key).flatMap { prompt($0, fields: fields) }
    }

    private func prompt(_ field: FieldReader, fields: [Contract.Field]) -> String? {
        guard let text = field.text() else { return nil }
        guard text.utf8.count <= 8_000 else {
            remarks.error(.range, at: field.node, field: field.path, "\(field.path) must be at most 8000 bytes")
            return nil
        }
        if let repeated = fields.first(where: { text.contains($0.name) && $0.name.utf8.count > 5 }) {
            field.warn(
                .prompt,
                "\(field.path) repeats the schema's `\(repeated.name)`; the schema is sent and paid for anyway"
            )
        }
        return text
    }
}
