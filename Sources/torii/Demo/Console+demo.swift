extension Console {
    /// Columns of a demo's lines: the terminal's, else 80.
    var demoWidth: Int { style.animates ? style.width : 80 }

    /// A sentence in as many lines as it takes, later ones under the first word.
    func tell(_ text: String) { out(text.folded(to: demoWidth)) }
}

extension String {
    /// In lines of at most `width` characters, unless a word is longer; as far in as the first one.
    fileprivate func folded(to width: Int) -> String {
        let lead = prefix { $0 == " " }
        var lines: [String] = []
        for word in dropFirst(lead.count).split(separator: " ", omittingEmptySubsequences: false) {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append("\(lead)\(word)")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The part that fits, its end marked where something is missing; padded to `width`.
    func cell(_ width: Int) -> String {
        (count < width ? self : "\(prefix(max(0, width - 2)))~").padded(to: width)
    }
}
