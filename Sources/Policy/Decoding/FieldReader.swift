import Documents

/// One value of a document and its path. Every reading method reports what is wrong and answers nil.
struct FieldReader {
    let node: DocumentNode
    let path: String
    /// What the value may be.
    let form: Form
    let remarks: Remarks

    func fail(_ code: PolicyCode, _ expected: String, hint: String? = nil, notes: [String] = []) {
        remarks.error(
            code,
            at: node,
            field: path,
            "\(path) must be \(expected), found \(node.shown)",
            hint: hint,
            notes: notes
        )
    }

    func warn(_ code: PolicyCode, _ message: String, hint: String? = nil) {
        remarks.warning(code, at: node, field: path, message, hint: hint)
    }

    /// The object, when it is one.
    func object() -> ObjectReader? {
        guard case .object(let shape) = form else { mismatch("an object") }
        return ObjectReader(node, path: path, shape: shape, remarks: remarks)
    }

    /// The entries of an object whose keys are names; reports when it is none.
    func members(_ expected: String) -> [(member: DocumentMember, value: FieldReader)]? {
        guard case .map(let form, _) = form else { mismatch("a map") }
        guard let members = node.object else {
            fail(.type, expected)
            return nil
        }
        return members.map { member in
            (
                member,
                FieldReader(node: member.node, path: "\(path).\(member.key)", form: form, remarks: remarks)
            )
        }
    }

    /// The decoder reads a value in another form than its table says: our own mistake.
    func mismatch(_ asked: String) -> Never { preconditionFailure("\(path) is not read as \(asked)") }

    func bool() -> Bool? {
        guard case .flag = form else { mismatch("true or false") }
        if let flag = node.bool { return flag }
        let hint = node.string == "true" || node.string == "false" ? "without quotes" : nil
        fail(.type, "true or false", hint: hint)
        return nil
    }

    func string() -> String? {
        if let text = node.string { return text }
        fail(.type, "text")
        return nil
    }

    /// Text that is not blank.
    func text() -> String? {
        guard case .text = form else { mismatch("text") }
        guard let text = string() else { return nil }
        guard text.contains(where: { !$0.isWhitespace }) else {
            fail(.value, "text that is not blank")
            return nil
        }
        return text
    }

    /// A number in the range of its form.
    func number(hint: String? = nil) -> Double? {
        switch form {
        case .number(let range): number(in: range, hint: hint)
        case .share: number(in: 0...1, hint: hint)
        default: mismatch("a number")
        }
    }

    private func number(in range: ClosedRange<Double>, hint: String?) -> Double? {
        let expected = "\(shown(range.lowerBound))...\(shown(range.upperBound))"
        guard let number = node.number else {
            fail(.type, "a number in \(expected)", hint: node.string == nil ? nil : "without quotes")
            return nil
        }
        guard number.double.isFinite, range.contains(number.double) else {
            fail(.range, expected, hint: hint)
            return nil
        }
        return number.double
    }

    /// A share, 0...1. Knows a percentage when it sees one.
    func share() -> Double? {
        var hint: String?
        // Below 2 it may as well be a share that is too large: 1.4 is not 1.4 %.
        if let value = node.double, value >= 2, value <= 100 {
            hint = "a share, not a percentage: \(Self.shown(share: value))"
        } else if let text = node.string, text.hasSuffix("%"), let value = Double(text.dropLast()), value.isFinite {
            fail(.type, "a number in 0...1", hint: "a share, not a percentage: \(Self.shown(share: value))")
            return nil
        }
        return number(hint: hint)
    }

    /// A whole number in the range of its form.
    func integer() -> Int? {
        guard case .integer(let range) = form else { mismatch("a whole number") }
        let expected = "a whole number in \(range.lowerBound)...\(range.upperBound)"
        guard let number = node.number else {
            fail(.type, expected, hint: node.string == nil ? nil : "without quotes")
            return nil
        }
        guard let integer = number.integer else {
            fail(.type, expected)
            return nil
        }
        guard let value = Int(exactly: integer), range.contains(value) else {
            fail(.range, expected)
            return nil
        }
        return value
    }

    /// One of a closed set of words.
    func choice<Choice>(_ type: Choice.Type = Choice.self) -> Choice?
    where Choice: RawRepresentable, Choice.RawValue == String {
        guard let word = word() else { return nil }
        guard let choice = Choice(rawValue: word) else { mismatch("one of \(Choice.self)") }
        return choice
    }

    /// One of the words of its form.
    func word() -> String? {
        guard case .word(let words) = form else { mismatch("a word") }
        let expected = words.count == 1 ? "`\(words[0])`" : "one of \(words.joined(separator: ", "))"
        guard let text = node.string else {
            fail(.type, expected)
            return nil
        }
        guard words.contains(text) else {
            let folded = Self.letters(text)
            let suggestion = words.first { Self.letters($0) == folded } ?? Spelling.nearest(to: text, among: words)
            fail(.value, expected, hint: suggestion.map { "did you mean `\($0)`?" })
            return nil
        }
        return text
    }

    /// The items of a list, with their paths.
    func items() -> [FieldReader]? {
        guard case .list(let item, _, _) = form else { mismatch("a list") }
        guard let nodes = node.array else {
            fail(.type, "a list")
            return nil
        }
        return nodes.enumerated().map { FieldReader(node: $1, path: "\(path)[\($0)]", form: item, remarks: remarks) }
    }

    /// A list of distinct words of a closed set.
    func choices<Choice>(_ type: Choice.Type = Choice.self) -> [Choice]?
    where Choice: RawRepresentable & Equatable, Choice.RawValue == String {
        guard let items = items() else { return nil }
        var found: [Choice] = []
        for item in items {
            guard let choice = item.choice(type) else { return nil }
            guard !found.contains(choice) else {
                remarks.error(.duplicate, at: item.node, field: item.path, "`\(choice.rawValue)` is listed twice")
                return nil
            }
            found.append(choice)
        }
        return found
    }

    /// Letters and digits alone: `BLOCK_NONE` is `blockNone` written another way.
    private static func letters(_ word: String) -> String {
        String(word.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// A percentage as a share, without the noise of binary fractions.
    private static func shown(share percent: Double) -> String { "\((percent * 1e6).rounded() / 1e8)" }

    private func shown(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : "\(value)"
    }
}
