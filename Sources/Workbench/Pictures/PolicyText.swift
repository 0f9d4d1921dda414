/// Changes single values in a policy document and leaves every comment where it is.
package enum PolicyText {
    /// `text` with the first number or word after `key:` replaced, looked for after each of `path` in turn; nil when there
    /// is no such key. Keys in comments are passed over line by line.
    package static func replacing(_ path: [String], by value: String, in text: String) -> String? {
        var start = text.startIndex
        for key in path {
            guard let found = position(of: key, in: text, from: start) else { return nil }
            start = found
        }
        while start < text.endIndex, text[start] == " " { start = text.index(after: start) }
        guard let end = text[start...].firstIndex(where: { ",}\n".contains($0) }) else { return nil }
        return text[..<start] + value + text[end...]
    }

    /// Behind the colon of the first `key:` that stands as a word outside `//` comments.
    private static func position(of key: String, in text: String, from start: String.Index) -> String.Index? {
        var line = start
        while line < text.endIndex {
            let end = text[line...].firstIndex(of: "\n") ?? text.endIndex
            let code = text[line..<end]
            let comment = code.firstRange(of: "//")?.lowerBound ?? end
            var from = line
            while let range = text[from..<comment].firstRange(of: key + ":") {
                let before = range.lowerBound == text.startIndex ? " " : text[text.index(before: range.lowerBound)]
                if !before.isLetter, !before.isNumber, before != "_" { return range.upperBound }
                from = range.upperBound
            }
            line = end < text.endIndex ? text.index(after: end) : text.endIndex
        }
        return nil
    }
}
