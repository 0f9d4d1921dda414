extension Sequence where Element == Diagnostic {
    /// By file and position; what concerns a whole file comes first in it. Equal places keep their order.
    package func sortedByPosition() -> [Diagnostic] {
        enumerated().sorted { left, right in
            let a = left.element
            let b = right.element
            if a.file != b.file { return a.file < b.file }
            let first = a.start?.offset ?? -1
            let second = b.start?.offset ?? -1
            return first == second ? left.offset < right.offset : first < second
        }.map(\.element)
    }
}
