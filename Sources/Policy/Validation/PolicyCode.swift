/// Every mistake and remark validation knows. The codes are stable: scripts and help pages refer to them.
package enum PolicyCode: String, Sendable, CaseIterable {
    case unknownKey = "policy.unknown-key"
    case missing = "policy.missing"
    case type = "policy.type"
    case range = "policy.range"
    case value = "policy.value"
    case conflict = "policy.conflict"
    case name = "policy.name"
    case duplicate = "policy.duplicate"
    case reference = "policy.reference"
    case model = "policy.model"
    case retired = "policy.retired"
    case retiring = "policy.retiring"
    case price = "policy.price"
    case priceGap = "policy.price-gap"
    case priceChange = "policy.price-change"
    case zone = "policy.zone"
    case scorer = "policy.scorer"
    case noAudit = "policy.no-audit"
    case noRecheck = "policy.no-recheck"
    case noCap = "policy.no-cap"
    case prompt = "policy.prompt"
    case file = "policy.file"

    /// One line for `torii help errors`.
    package var explanation: String {
        switch self {
        case .unknownKey: "a key no document of this kind has; a typo would otherwise leave a setting at its default"
        case .missing: "a key that has no default is not there"
        case .type: "a value of the wrong kind, such as a number where money with its currency belongs"
        case .range: "a number or duration outside what the setting allows"
        case .value: "text that is not in the form or not in the list the setting allows"
        case .conflict: "two settings contradict each other, such as a daily cap above the monthly one"
        case .name: "a document whose name differs from its file's name, or is no valid name"
        case .duplicate: "two documents or entries with one name"
        case .reference: "a contract or language that is not in the folder"
        case .model: "a model that belongs to no family in models.json5"
        case .retired: "a model that no longer answers; with a fallback calls go there, without one it is an error"
        case .retiring: "a model with an announced last day"
        case .price:
            "a price that is missing, implausible, given twice for one moment or not at all between two periods"
        case .priceGap: "a price that ends, after which the model could not be used"
        case .priceChange: "a price of a model in use that changes on an announced day within half a year"
        case .zone: "a time zone this machine does not know"
        case .scorer: "thresholds of another version of our scorer: nothing this version measures is judged by them"
        case .noAudit: "without audits false rejects cannot be measured"
        case .noRecheck: "without re-checks wrong answers of near duplicates cannot be counted"
        case .noCap: "a profile that nothing stops from spending"
        case .prompt: "a prompt that repeats the schema, which is sent and paid for anyway"
        case .file: "a document that is missing, or in a place where none is read"
        }
    }
}
