/// A version of an app: `4.12.0`, `4.12`, `5.0.0-beta.1`. Missing numbers are 0; a pre-release comes before its release.
package struct ClientVersion: Sendable, Hashable, Comparable {
    /// As written.
    package let text: String
    private let numbers: [Int]
    private let isPrerelease: Bool

    package static let longestText = 32

    /// Nil for what is no version: one to four numbers of at most nine digits, then nothing, `-word` or `+word`.
    package init?(_ text: String) {
        guard (1...Self.longestText).contains(text.utf8.count) else { return nil }
        let release = text.prefix { $0 != "-" && $0 != "+" }
        let parts = release.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            (1...9).contains(part.utf8.count) && part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
        }
        guard (1...4).contains(parts.count), numbers.count == parts.count else { return nil }
        self.text = text
        self.numbers = numbers + Array(repeating: 0, count: 4 - numbers.count)
        isPrerelease = text.dropFirst(release.count).first == "-"
    }

    package static func < (one: ClientVersion, two: ClientVersion) -> Bool {
        if one.numbers != two.numbers { return one.numbers.lexicographicallyPrecedes(two.numbers) }
        return one.isPrerelease && !two.isPrerelease
    }

    package static func == (one: ClientVersion, two: ClientVersion) -> Bool { !(one < two) && !(two < one) }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(numbers)
        hasher.combine(isPrerelease)
    }
}
