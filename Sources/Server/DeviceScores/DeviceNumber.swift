import Documents

/// A number as clients send it: a JSON number, or text in one of the forms phones really produce.
enum DeviceNumber: Sendable, Hashable {
    case missing
    /// Present, and not to be read without guessing.
    case unusable
    case value(Double)

    /// Absent, null, `""`, `"NaN"`, `"null"`, `"n/a"` and exactly -1 are missing; booleans and odd text are unusable.
    /// What was bent on the way is noted.
    static func read(_ node: DocumentNode?, notes: inout DeviceNotes) -> DeviceNumber {
        guard let node else { return .missing }
        switch node.value {
        case .null: return .missing
        case .number(let number): return number.double == -1 ? .missing : .value(number.double)
        case .string(let text):
            guard let text = DecimalText(text) else { return .unusable }
            if text.isMissing { return .missing }
            guard let value = text.value else { return .unusable }
            if value == -1 { return .missing }
            notes.note(.numberAsString)
            if text.hasComma { notes.note(.decimalComma) }
            if text.isPercent { notes.note(.scaledPercent) }
            return .value(value)
        case .bool, .array, .object: return .unusable
        }
    }
}
