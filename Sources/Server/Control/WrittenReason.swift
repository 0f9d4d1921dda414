/// Why somebody changed something: one line of text that histories keep and screens show.
package enum WrittenReason {
    /// In characters, as Unicode counts them (code points).
    package static let longest = 1_000

    /// What is wrong with a text, behind its name: `must say why`; nil: nothing.
    package static func fault(of text: String) -> String? {
        let characters = text.unicodeScalars
        if characters.allSatisfy(\.properties.isWhitespace) { return "must say why: it is blank" }
        guard characters.count <= longest else {
            return "takes at most \(longest) characters, found \(characters.count)"
        }
        guard !characters.contains(where: isControl) else { return "must be one line without control characters" }
        return nil
    }

    /// Also what turns the writing direction of the text behind it, and ends of lines of every kind.
    private static func isControl(_ character: Unicode.Scalar) -> Bool {
        switch character.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: (0x202A...0x202E).contains(character.value) || (0x2066...0x2069).contains(character.value)
        }
    }
}
