/// What was bent or not understood while a report was read.
struct DeviceNotes: Sendable {
    /// How a value was read that was not in the contract's own form.
    enum Repair: String, Sendable, CaseIterable {
        case numberAsString = "number_as_string", decimalComma = "decimal_comma", scaledPercent = "scaled_percent"
    }

    private(set) var normalised: [String] = []
    private(set) var warnings: [String] = []

    mutating func note(_ repair: Repair) {
        if !normalised.contains(repair.rawValue) { normalised.append(repair.rawValue) }
    }

    mutating func warn(_ word: String) { if !warnings.contains(word) { warnings.append(word) } }
}
