package import Documents

/// The JSON Schemas of policy documents (draft 2020-12), written from the tables the decoder reads by.
///
/// A schema says what an editor can say of one value. What ties two values together (a floor below its `min`, a model
/// that has a price) only `torii policy lint` says.
package enum PolicySchema {
    /// Each schema with the name of its file.
    package static var files: [(name: String, schema: JSON)] {
        [
            ("profile.json", document(.profile, title: "Torii profile", file: "profile.json")),
            ("portfolio.json", document(.portfolio, title: "Torii portfolio", file: "portfolio.json")),
            ("prices.json", document(.prices, title: "Torii price book", file: "prices.json")),
            ("models.json", document(.models, title: "Torii model families", file: "models.json")),
            ("contract.json", document(.contract, title: "Torii contract", file: "contract.json")),
        ]
    }

    /// The schema of documents of one shape. `file`: its name.
    package static func document(_ shape: Shape, title: String, file: String) -> JSON {
        let head: [JSON.Member] = [
            .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
            .init("$id", .string(file)),
            .init("title", .string(title)),
        ]
        return .object(head + shape.schema)
    }
}

extension Shape {
    fileprivate var schema: [JSON.Member] {
        let properties = keys.map { key in
            JSON.Member(key.name, .object([.init("description", .string(key.summary))] + key.form.schema))
        }
        return [
            .init("type", "object"),
            .init("properties", .object(properties)),
            .init("required", .array(keys.filter(\.isRequired).map { .string($0.name) })),
            .init("additionalProperties", false),
        ]
    }
}

extension Form {
    fileprivate var schema: [JSON.Member] {
        switch self {
        case .flag: return [.init("type", "boolean")]
        case .text: return Self.pattern("\\S")
        case .name: return Self.pattern("^[a-z][a-z0-9-]{0,31}$")
        case .camelCase: return Self.pattern("^[a-z][A-Za-z0-9]{0,63}$")
        case .scoreSpace: return Self.pattern("^[a-z0-9-]{1,32}/[0-9]{1,5}$")
        case .color: return Self.pattern("^#[0-9A-Fa-f]{6}$")
        case .zone: return Self.pattern("^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*$")
        case .day: return Self.pattern("^2[01][0-9]{2}-[0-9]{2}-[0-9]{2}$")
        case .nightWindow:
            return Self.pattern("^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$")
        case .share: return Self.number("number", .integer(0), .integer(1))
        case .number(let range): return Self.number("number", .double(range.lowerBound), .double(range.upperBound))
        case .integer(let range):
            return Self.number("integer", .integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound)))
        case .duration(let range):
            return Self.pattern("^[0-9]{1,9}(ms|s|m|h)$") + [
                Self.comment(range.lowerBound.shown, range.upperBound.shown)
            ]
        case .money(let range):
            return Self.pattern("^-?[0-9]+(\\.[0-9]{1,9})? USD$")
                + [Self.comment("\(range.lowerBound)", "\(range.upperBound)")]
        case .word(let words): return [.init("enum", .array(words.map { .string($0) }))]
        case .list(let item, let count, let unique):
            return [
                .init("type", "array"),
                .init("items", .object(item.schema)),
                .init("minItems", .integer(Int64(count.lowerBound))),
                .init("maxItems", .integer(Int64(count.upperBound))),
                .init("uniqueItems", .bool(unique)),
            ]
        case .object(let shape): return shape.schema
        case .map(let form, let least):
            return [
                .init("type", "object"),
                .init("propertyNames", ["minLength": 1]),
                .init("minProperties", .integer(Int64(least))),
                .init("additionalProperties", .object(form.schema)),
            ]
        }
    }

    private static func pattern(_ text: String) -> [JSON.Member] {
        [.init("type", "string"), .init("pattern", .string(text))]
    }

    private static func number(_ type: String, _ least: JSON, _ most: JSON) -> [JSON.Member] {
        [.init("type", .string(type)), .init("minimum", least), .init("maximum", most)]
    }

    /// A range that a pattern cannot say.
    private static func comment(_ least: String, _ most: String) -> JSON.Member {
        .init("$comment", .string("\(least) to \(most)"))
    }
}
