/// The text form of `google.protobuf.Duration`, such as `58s` or `45.837906927s`.
enum RetryDelay {
    /// A day: nothing that is longer is waited for, and adding to it cannot overflow.
    private static let longest: Int64 = 86_400

    /// Nil when `text` is no duration or a negative one. Longer than a day reads as a day.
    static func duration(_ text: String) -> Duration? {
        guard text.utf8.last == UInt8(ascii: "s") else { return nil }
        let number = text.dropLast()
        let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, let seconds = digits(whole) else { return nil }
        var nanoseconds: Int64 = 0
        if parts.count == 2 {
            guard parts[1].utf8.count <= 9, let fraction = digits(parts[1]) else { return nil }
            nanoseconds = fraction
            for _ in parts[1].utf8.count..<9 { nanoseconds *= 10 }
        }
        guard seconds < longest else { return .seconds(longest) }
        return .seconds(seconds) + .nanoseconds(nanoseconds)
    }

    private static func digits(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int64(text) ?? .max
    }
}
