/// How output may look: decided once, here.
package struct OutputStyle: Sendable, Hashable {
    package enum Glyphs: String, Sendable, CaseIterable { case utf8, ascii }
    package enum Colour: String, Sendable, CaseIterable { case always, never }

    package let colour: Bool
    package let glyphs: Glyphs
    /// Whether lines may be drawn over; else they are only appended.
    package let animates: Bool
    /// For screen readers: no rules, no bars, one `label: value` a line.
    package let isAccessible: Bool
    /// 40...200 columns.
    package let width: Int

    package init(colour: Bool, glyphs: Glyphs, animates: Bool, isAccessible: Bool, width: Int) {
        self.colour = colour
        self.glyphs = glyphs
        self.animates = animates
        self.isAccessible = isAccessible
        self.width = width
    }

    /// What the user asked for on the command line; nil where nothing was said.
    package struct Wishes: Sendable, Hashable {
        package var colour: Colour?
        package var glyphs: Glyphs?
        package var accessible: Bool
        package var width: Int?

        package init(colour: Colour? = nil, glyphs: Glyphs? = nil, accessible: Bool = false, width: Int? = nil) {
            self.colour = colour
            self.glyphs = glyphs
            self.accessible = accessible
            self.width = width
        }
    }

    /// The style for a place and a user's wishes.
    ///
    /// Colour: flag, then ACCESSIBLE, then NO_COLOR, then CLICOLOR_FORCE or FORCE_COLOR, then whether it is a terminal
    /// that is not dumb. Glyphs: flag, else UTF-8 on such a terminal whose locale is UTF-8. An environment variable that
    /// is empty counts as unset. Width: flag, then the terminal's, then COLUMNS, then 100.
    package init(facts: TerminalFacts, wishes: Wishes = Wishes()) {
        func value(_ name: String) -> String? {
            guard let text = facts.environment[name], !text.isEmpty else { return nil }
            return text
        }
        let isCapable = facts.isTerminal && value("TERM") != "dumb"
        let isAccessible = wishes.accessible || value("ACCESSIBLE") != nil
        let isForced = value("CLICOLOR_FORCE") != nil || value("FORCE_COLOR") != nil
        let locale = (value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? "").lowercased()
        let isUTF8 = locale.contains("utf-8") || locale.contains("utf8")

        if let colour = wishes.colour {
            self.colour = colour == .always
        } else if isAccessible || value("NO_COLOR") != nil {
            colour = false
        } else {
            colour = isForced || isCapable
        }
        glyphs = wishes.glyphs ?? (isCapable && isUTF8 && !isAccessible ? .utf8 : .ascii)
        animates = isCapable && !isAccessible
        self.isAccessible = isAccessible
        let asked = wishes.width ?? facts.columns ?? value("COLUMNS").flatMap { Int($0) } ?? 100
        width = min(200, max(40, asked))
    }
}
