/// A place in a document.
package struct SourcePosition: Sendable, Hashable, Comparable {
    /// From 1.
    package let line: Int
    /// From 1, in code points; a tab counts as one.
    package let column: Int
    /// From 0, in bytes.
    package let offset: Int

    package init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    package static func < (left: SourcePosition, right: SourcePosition) -> Bool { left.offset < right.offset }
}
