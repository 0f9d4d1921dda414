/// What of a request a 400 is about, as far as its words tell. Only what can be left out is told apart.
package enum RequestFault: String, Sendable, CaseIterable {
    /// The response schema, or nothing named at all: models refuse schemas with an opaque message too.
    case schema
    /// Temperature and its like.
    case sampling
    case thinking
    /// The picture, a field, anything that stays as it is.
    case other

    private static let samplingWords = ["temperature", "top_p", "topp", "top_k", "topk"]
    private static let schemaWords = [
        "schema", "constraint", "too many states", "max_items", "maxitems", "min_items", "minitems", "enum",
        "property_ordering", "propertyordering",
    ]
    private static let opaque = "request contains an invalid argument"

    init(named error: StatusBody?) {
        guard let error else {
            self = .other
            return
        }
        let said = ([error.message] + error.fields).joined(separator: "\n").lowercased()
        let names = { (words: [String]) in words.contains { said.contains($0) } }
        if names(Self.samplingWords) {
            self = .sampling
        } else if said.contains("thinking") {
            self = .thinking
        } else if names(Self.schemaWords) || said.hasPrefix(Self.opaque) {
            self = .schema
        } else {
            self = .other
        }
    }
}
