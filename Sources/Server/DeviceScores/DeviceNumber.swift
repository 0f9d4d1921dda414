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

/// A group of shares that mean the same thing, brought to 0...1.
struct DeviceShares {
    /// Nil where nothing usable came.
    let values: [Double?]
    let isScaledPercent: Bool
    /// False: one of them fits no scale, so that none can be trusted.
    let isUsable: Bool

    /// When the largest is in (10, 100] and every other one 0 or at least 1, the group is percent. Hairs below 0 and above 1
    /// are clipped. Anything else past 1 makes the whole group unusable; a negative one only itself.
    init(_ numbers: [DeviceNumber]) {
        let clipped = numbers.map { number -> Double? in
            guard case .value(let value) = number else { return nil }
            switch value {
            case 0: return 0  // And not -0.
            case -0.001..<0: return 0
            case ..<0: return nil
            case 1...1.001: return 1
            default: return value
            }
        }
        let largest = clipped.reduce(0) { max($0, $1 ?? 0) }
        let isPercent = largest > 10 && largest <= 100 && clipped.allSatisfy { $0 == nil || $0 == 0 || $0 ?? 0 >= 1 }
        isScaledPercent = isPercent
        isUsable = isPercent || largest <= 1
        values = isPercent ? clipped.map { $0.map { $0 / 100 } } : isUsable ? clipped : clipped.map { _ in nil }
    }
}
