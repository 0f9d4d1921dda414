/// Text of others made fit for an error message: one line, short, no backtick, and no long run without a space, since
/// an echoed picture or token looks like one.
enum Excerpt {
    static func of(_ text: String, limit: Int = 200, longestRun: Int = 48) -> String {
        var output = ""
        var count = 0
        var run = 0
        for scalar in text.unicodeScalars {
            if count >= limit {
                output += "…"
                break
            }
            let space = scalar == " " || isControl(scalar)
            run = space ? 0 : run + 1
            if run > longestRun {
                if run == longestRun + 1 { output += "…" }
                continue
            }
            count += 1
            output.unicodeScalars.append(space ? " " : scalar == "`" ? "'" : scalar)
        }
        return output
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}
