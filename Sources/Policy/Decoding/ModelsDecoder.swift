import Documents
import Economics

/// Reads `models.json5`: what each family accepts.
enum ModelsDecoder {
    /// Nil when something is wrong.
    static func models(_ root: DocumentNode, remarks: Remarks) -> [ModelCapabilities]? {
        guard let object = ObjectReader(root, path: "", shape: .models, remarks: remarks),
            let field = object.required("families")
        else { return nil }
        guard let members = field.members("an object of families by model prefix") else { return nil }
        guard !members.isEmpty else {
            field.fail(.missing, "at least one family")
            return nil
        }
        let prefixes = members.map(\.member.key)
        var models: [ModelCapabilities] = []
        for (member, value) in members {
            guard let family = family(member, value, prefixes: prefixes, remarks: remarks) else { continue }
            models.append(family)
        }
        return remarks.hasErrors ? nil : models
    }

    private static func family(
        _ member: DocumentMember,
        _ value: FieldReader,
        prefixes: [String],
        remarks: Remarks
    ) -> ModelCapabilities? {
        guard let object = value.object() else { return nil }
        if member.key.isEmpty {
            remarks.error(
                .name,
                at: member.node,
                field: value.path,
                "a family needs a prefix: the empty one would match every model"
            )
        }
        let thinking: ModelCapabilities.Thinking? = object.required("thinking")?.choice()
        let sampling = object.required("sampling")?.bool()
        let tokens: ModelCapabilities.ImageTokens? = object.required("imageTokens")?.choice()
        let resolutions: [CloudSettings.MediaResolution]? = object.required("mediaResolutions")?.choices()
        let schema = object.optional("schema", default: ModelCapabilities.Schema.full) { $0.choice() }
        let retires: Timestamp?? = object.optional("retires").map { $0.day() }
        let fallback: String?? = object.optional("fallback").map {
            self.fallback($0, own: member.key, prefixes: prefixes)
        }
        if case .some(.none) = retires { return nil }
        if case .some(.none) = fallback { return nil }
        guard let thinking, let sampling, let tokens, let resolutions, let schema else { return nil }
        return ModelCapabilities(
            prefix: member.key,
            thinking: thinking,
            sampling: sampling,
            imageTokens: tokens,
            mediaResolutions: resolutions,
            schema: schema,
            retires: retires.flatMap { $0 },
            fallback: fallback.flatMap { $0 }
        )
    }

    private static func fallback(_ field: FieldReader, own: String, prefixes: [String]) -> String? {
        guard let model = field.text() else { return nil }
        let family = prefixes.filter { model.hasPrefix($0) }.max { $0.utf8.count < $1.utf8.count }
        guard let family, family != own else {
            let hint = Spelling.nearest(to: model, among: prefixes.filter { $0 != own }).map { "did you mean `\($0)`?" }
            field.fail(.model, "a model of another family of this document", hint: hint)
            return nil
        }
        return model
    }
}
