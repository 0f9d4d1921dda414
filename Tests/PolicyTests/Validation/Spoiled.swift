import Testing

/// One mistake in one document, and everything that is to be said about it.
struct Spoiled: Sendable, CustomTestStringConvertible {
    let file: String
    let old: String
    let new: String
    let expected: [String]

    init(_ file: String, _ old: String, _ new: String, _ expected: String...) {
        self.file = file
        self.old = old
        self.new = new
        self.expected = expected
    }

    var testDescription: String { "\(file): \(old) -> \(new)" }
}
