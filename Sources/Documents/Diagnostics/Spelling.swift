/// Finds what someone meant to write.
package enum Spelling {
    /// The known word nearest to `word`: at most two slips away (a letter missing, added, wrong, or two swapped), and at
    /// most a third of its length; or equal but for case. The first of several equally near ones. Nil when none is near,
    /// and when `word` is known.
    package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
        let letters = Array(word.unicodeScalars)
        let limit = min(2, letters.count / 3)
        var best: (word: String, distance: Int)?
        for candidate in known {
            if candidate == word { return nil }
            var distance = candidate.lowercased() == word.lowercased() ? 1 : 3
            let other = Array(candidate.unicodeScalars)
            if abs(other.count - letters.count) <= limit {
                let slips = self.distance(letters, other)
                if slips <= limit { distance = min(distance, slips) }
            }
            if distance <= 2, distance < best?.distance ?? 3 { best = (candidate, distance) }
        }
        return best?.word
    }

    /// Optimal string alignment distance. Complexity: the product of the lengths.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var older = [Int](repeating: 0, count: right.count + 1)
        var previous = Array(0...right.count)
        for row in 1...max(left.count, 1) where row <= left.count {
            var current = [row] + [Int](repeating: 0, count: right.count)
            for column in 1...max(right.count, 1) where column <= right.count {
                let isSame = left[row - 1] == right[column - 1]
                var least = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    least = min(least, older[column - 2] + 1)
                }
                current[column] = least
            }
            older = previous
            previous = current
        }
        return previous[right.count]
    }
}
