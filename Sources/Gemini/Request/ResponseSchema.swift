import Documents
import Policy

/// How much of the contract the model is told. What it is not told is still checked on the answer.
package enum SchemaForm: String, Sendable, CaseIterable {
    case full
    /// Without `minItems` and `maxItems`: some models answer 400 to them, or to their combination with enums.
    case reduced
}

/// `generationConfig.responseSchema` of a contract, in the OpenAPI subset the API takes. An unknown keyword there is a
/// 400, so only `type`, `enum`, `nullable`, `items`, `minItems`, `maxItems`, `properties`, `required` and
/// `propertyOrdering` are ever written. Patterns are left to the check of the answer: they add states, which the API
/// bounds.
enum ResponseSchema {
    static func json(of contract: Contract, form: SchemaForm) -> JSON {
        let fields = contract.fields
        return .object([
            JSON.Member("type", "OBJECT"),
            JSON.Member("properties", .object(fields.map { JSON.Member($0.name, property($0, form: form)) })),
            JSON.Member("required", .array(fields.filter { !$0.nullable }.map { .string($0.name) })),
            // Without it the model writes the fields alphabetically.
            JSON.Member("propertyOrdering", .array(fields.map { .string($0.name) })),
        ])
    }

    private static func property(_ field: Contract.Field, form: SchemaForm) -> JSON {
        var members: [JSON.Member]
        switch field.kind {
        case .choice(let values):
            members = choice(of: values)
        case .words(_, let count):
            members = list(of: [JSON.Member("type", "STRING")], count: count, form: form)
        case .choices(let values, let count):
            members = list(of: choice(of: values), count: count, form: form)
        }
        if field.nullable { members.append(JSON.Member("nullable", true)) }
        return .object(members)
    }

    private static func choice(of values: [String]) -> [JSON.Member] {
        [JSON.Member("type", "STRING"), JSON.Member("enum", .array(values.map { .string($0) }))]
    }

    private static func list(of item: [JSON.Member], count: ClosedRange<Int>, form: SchemaForm) -> [JSON.Member] {
        var members = [JSON.Member("type", "ARRAY"), JSON.Member("items", .object(item))]
        if form == .full {
            if count.lowerBound > 0 { members.append(JSON.Member("minItems", .integer(Int64(count.lowerBound)))) }
            members.append(JSON.Member("maxItems", .integer(Int64(count.upperBound))))
        }
        return members
    }
}
