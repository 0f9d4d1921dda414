import Documents

/// Reading one value: what is wrong is reported, nil or a neutral value goes on.
extension FaultScriptReader {
    /// The members with known keys; the others are reported.
    mutating func members(_ node: DocumentNode, _ path: String, known: [String]) -> [DocumentMember] {
        guard let members = node.object else {
            report(node, path, "`\(path.isEmpty ? "the script" : path)` must be an object")
            return []
        }
        return members.filter { member in
            if known.contains(member.key) { return true }
            diagnostics.append(
                Diagnostic(
                    .error,
                    code: "emulator.unknown-key",
                    file: file,
                    start: member.keyStart,
                    end: member.keyEnd,
                    field: path.isEmpty ? member.key : "\(path).\(member.key)",
                    message: "unknown key `\(member.key)`",
                    hint: Spelling.nearest(to: member.key, among: known).map { "did you mean `\($0)`?" },
                    notes: ["known here: \(known.joined(separator: ", "))"]
                )
            )
            return false
        }
    }

    mutating func choice<Value: RawRepresentable & CaseIterable>(
        _ node: DocumentNode,
        _ field: String,
        _ type: Value.Type
    ) -> Value? where Value.RawValue == String {
        if let text = node.string, let value = Value(rawValue: text) { return value }
        let known = Value.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        report(node, field, "`\(FaultScriptReader.name(field))` must be one of \(known)")
        return nil
    }

    mutating func text(_ node: DocumentNode, _ field: String) -> String? {
        if let text = node.string, !text.isEmpty { return text }
        report(node, field, "`\(FaultScriptReader.name(field))` must be a text")
        return nil
    }

    mutating func flag(_ node: DocumentNode, _ field: String) -> Bool {
        if let flag = node.bool { return flag }
        report(node, field, "`\(FaultScriptReader.name(field))` must be true or false")
        return false
    }

    mutating func integer(_ node: DocumentNode, _ field: String, in range: ClosedRange<Int>) -> Int? {
        if let number = node.integer, range.contains(Int(number)) { return Int(number) }
        report(node, field, "`\(FaultScriptReader.name(field))` must be a whole number of at least \(range.lowerBound)")
        return nil
    }

    mutating func integers(_ node: DocumentNode, _ field: String) -> [Int] {
        (node.array ?? [node]).compactMap { integer($0, field, in: 1...Int.max) }
    }

    /// 0...1.
    mutating func share(_ node: DocumentNode, _ field: String) -> Double? {
        if let share = node.double, (0...1).contains(share) { return share }
        report(node, field, "`\(FaultScriptReader.name(field))` must be a number from 0 to 1")
        return nil
    }

    /// One text or a list of them.
    mutating func texts(_ node: DocumentNode, _ field: String) -> [String] {
        (node.array ?? [node]).compactMap { text($0, field) }
    }

    /// `300ms`, `1.5s`, `2m`.
    mutating func duration(_ node: DocumentNode, _ field: String) -> Duration? {
        let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60)]
        if let text = node.string, let unit = units.first(where: { text.hasSuffix($0.suffix) }),
            let number = Double(text.dropLast(unit.suffix.utf8.count)), (0...86_400).contains(number * unit.seconds)
        {
            // To the nanosecond, through whole numbers: 1.5 s is not 1.4999….
            return .nanoseconds(Int64((number * unit.seconds * 1e9).rounded()))
        }
        report(node, field, "`\(FaultScriptReader.name(field))` must be a duration such as \"300ms\" or \"1.5s\"")
        return nil
    }

    mutating func report(_ node: DocumentNode, _ field: String, _ message: String) {
        diagnostics.append(
            Diagnostic(
                .error,
                code: "emulator.script",
                file: file,
                start: node.start,
                end: node.end,
                field: field,
                message: message
            )
        )
    }

    static func name(_ field: String) -> String { field.split(separator: ".").last.map(String.init) ?? field }

    static func isHex(_ character: Character) -> Bool { "0123456789abcdef".contains(character) }
}
