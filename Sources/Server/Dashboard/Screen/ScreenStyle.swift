package import Economics
package import Terminal

/// How one screen is to look.
package struct ScreenStyle: Sendable, Hashable {
    /// Cells a line, 40...200.
    package var width: Int
    /// Lines at most; nil: as many as there are.
    package var height: Int?
    package var glyphs: OutputStyle.Glyphs
    package var precision: Money.Precision
    /// For screen readers: no rules, no bars, one `label: value` a line.
    package var isAccessible: Bool

    package init(
        width: Int = 100,
        height: Int? = nil,
        glyphs: OutputStyle.Glyphs = .ascii,
        precision: Money.Precision = .cents,
        isAccessible: Bool = false
    ) {
        self.width = width
        self.height = height
        self.glyphs = glyphs
        self.precision = precision
        self.isAccessible = isAccessible
    }

    var signs: Glyphs { Glyphs(glyphs) }
}
