import Documents

/// Reads `contracts/NAME.json5`.
struct ContractDecoder {
    let remarks: Remarks

    /// Nil when something is wrong.
    static func contract(_ root: DocumentNode, stem: String, remarks: Remarks) -> Contract? {
        ContractDecoder(remarks: remarks).contract(root, stem: stem)
    }

    private func contract(_ root: DocumentNode, stem: String) -> Contract? {
        guard let object = ObjectReader(root, path: "", shape: .contract, remarks: remarks) else { return nil }
        let nameField = object.required("name")
        let name = nameField?.name()
        if let name, name != stem { nameField?.fail(.name, "`\(stem)`, the name of its file") }
        let version = object.required("version")?.integer()
        let fields = object.required("fields").flatMap { self.fields($0) }
        let prompts = object.required("prompts").flatMap { self.prompts($0, fields: fields ?? []) }
        guard !remarks.hasErrors, let name, let version, let fields, let prompts else { return nil }
        return Contract(name: name, version: version, fields: fields, prompts: prompts)
    }

    private func fields(_ list: FieldReader) -> [Contract.Field]? {
        guard let items = list.items() else { return nil }
        guard !items.isEmpty else {
            list.fail(.missing, "a list of at least one field")
            return nil
        }
        var fields: [Contract.Field] = []
        var broken: Set<String> = []
        for item in items {
            guard let field = field(item, earlier: fields, broken: broken) else {
                if let name = item.node["name"]?.string { broken.insert(name) }
                continue
            }
            if fields.contains(where: { $0.name == field.name }) {
                remarks.error(
                    .duplicate,
                    at: item.node,
                    field: item.path,
                    "the field `\(field.name)` stands here twice"
                )
            }
            fields.append(field)
        }
        return fields
    }

    private func field(_ item: FieldReader, earlier: [Contract.Field], broken: Set<String>) -> Contract.Field? {
        guard let object = item.object() else { return nil }
        let name = object.required("name").flatMap(key)
        let kind = object.required("kind")?.word()
        let nullable = object.optional("nullable", default: false) { $0.bool() }
        guard let kind else { return nil }
        let shape: Contract.Field.Kind?
        switch kind {
        case "choice":
            forbid(["pattern", "count"], in: object, kind: kind)
            shape = self.values(object, earlier: earlier, broken: broken).map { .choice($0) }
        case "choices":
            forbid(["pattern"], in: object, kind: kind)
            let values = self.values(object, earlier: earlier, broken: broken)
            let count = self.count(object, upTo: values?.count)
            shape = values.flatMap { values in count.map { .choices(values, count: $0) } }
        default:
            forbid(["values", "valuesOf"], in: object, kind: kind)
            let pattern: Contract.Field.Pattern? = object.needed("pattern")?.choice()
            let count = self.count(object, upTo: nil)
            shape = pattern.flatMap { pattern in count.map { .words(pattern: pattern, count: $0) } }
        }
        guard let name, let shape, let nullable else { return nil }
        return Contract.Field(name: name, kind: shape, nullable: nullable)
    }

    private func forbid(_ keys: [String], in object: ObjectReader, kind: String) {
        for key in keys {
            guard let field = object.optional(key) else { continue }
            remarks.error(.conflict, at: field.node, field: field.path, "a field of kind `\(kind)` has no `\(key)`")
        }
    }

    /// The words of `values`, or those of the earlier field that `valuesOf` names.
    private func values(_ object: ObjectReader, earlier: [Contract.Field], broken: Set<String>) -> [String]? {
        if let reference = object.optional("valuesOf") {
            forbid(["values"], in: object, kind: "valuesOf")
            guard let name = reference.string() else { return nil }
            for field in earlier where field.name == name {
                if case .choice(let values) = field.kind { return values }
                if case .choices(let values, _) = field.kind { return values }
            }
            guard !broken.contains(name) else { return nil }
            let hint = Spelling.nearest(to: name, among: earlier.map(\.name)).map { "did you mean `\($0)`?" }
            reference.fail(.reference, "an earlier field with values", hint: hint)
            return nil
        }
        guard let list = object.needed("values"), let items = list.items() else { return nil }
        guard (1...100).contains(items.count) else {
            list.fail(.range, "a list of 1...100 values")
            return nil
        }
        var values: [String] = []
        for item in items {
            guard let value = item.text() else { return nil }
            if values.contains(value) {
                remarks.error(.duplicate, at: item.node, field: item.path, "`\(value)` is listed twice")
            }
            values.append(value)
        }
        return values
    }

    /// `[least, most]`.
    private func count(_ object: ObjectReader, upTo most: Int?) -> ClosedRange<Int>? {
        guard let field = object.needed("count"), let items = field.items() else { return nil }
        guard items.count == 2 else {
            field.fail(.value, "two numbers, the least and the most")
            return nil
        }
        guard let lower = items[0].integer(), let upper = items[1].integer() else { return nil }
        guard upper > 0 else {
            items[1].fail(.range, "a whole number in 1...16")
            return nil
        }
        guard lower <= upper, upper <= most ?? upper else {
            field.fail(.conflict, "the least and the most, in order, and no more than there are values")
            return nil
        }
        return lower...upper
    }

    /// A key of the answer: camelCase.
    private func key(_ field: FieldReader) -> String? {
        guard let text = field.string() else { return nil }
        let isKey =
            text.utf8.first.map { (97...122).contains($0) } == true && text.utf8.count <= 64
            && text.utf8.allSatisfy { (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) }
        guard isKey else {
            field.fail(.name, "a name in camelCase")
            return nil
        }
        return text
    }
}
