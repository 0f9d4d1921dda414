import Platform

/// What people said of pictures: `labels.csv` with a heading and two columns, the file (as below the folder) and a label.
package struct PictureLabels: Sendable {
    package enum Label: String, Sendable, CaseIterable {
        /// Worth an answer.
        case good
        /// Too blurry for one.
        case blurry
        /// Nothing to be seen on it.
        case empty
        /// Not worth an answer, whatever the reason.
        case bad
    }

    /// By file as written.
    package let labels: [String: Label]

    /// Throws naming the line that is no file and label.
    package init(_ text: String, name: String) throws(WorkbenchError) {
        var labels: [String: Label] = [:]
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (number, line) in lines.enumerated().dropFirst() where !line.isEmpty {
            guard let comma = line.lastIndex(of: ",") else {
                throw WorkbenchError(
                    .malformed,
                    "\(name):\(number + 1): a file and a label are wanted, such as `photo.jpg,good`"
                )
            }
            let word = line[line.index(after: comma)...].filter { !$0.isWhitespace && $0 != "\"" }
            guard let label = Label(rawValue: word.lowercased()) else {
                let known = Label.allCases.map(\.rawValue).joined(separator: ", ")
                throw WorkbenchError(.malformed, "\(name):\(number + 1): `\(word)` is no label; labels are \(known)")
            }
            var file = line[..<comma]
            if file.hasPrefix("\""), file.hasSuffix("\""), file.count > 1 { file = file.dropFirst().dropLast() }
            guard labels.updateValue(label, forKey: String(file)) == nil else {
                throw WorkbenchError(.malformed, "\(name):\(number + 1): `\(file)` has a label already")
            }
        }
        guard !labels.isEmpty else { throw WorkbenchError(.malformed, "\(name): there are no labels in it") }
        self.labels = labels
    }
}
