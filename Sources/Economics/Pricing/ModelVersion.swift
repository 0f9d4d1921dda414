/// The dated or numbered endings of model ids.
enum ModelVersion {
    /// Digits of each group of an ending, the separator before each one being `-` (or `@` before a single group).
    private static let endings: [[Int]] = [[4, 2, 2], [2, 4], [2, 2], [8], [3]]

    /// `model` without its ending; nil when it has none.
    static func stripped(from model: String) -> String? {
        let bytes = Array(model.utf8)
        for groups in endings {
            guard let length = match(groups, endOf: bytes), length < bytes.count else { continue }
            return String(decoding: bytes.dropLast(length), as: UTF8.self)
        }
        return nil
    }

    /// The length of the ending made of `groups`, separators included.
    private static func match(_ groups: [Int], endOf bytes: [UInt8]) -> Int? {
        var end = bytes.count
        for digits in groups.reversed() {
            guard end > digits else { return nil }
            let isNumber = bytes[(end - digits)..<end].allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
            let separator = bytes[end - digits - 1]
            let isSeparator = separator == UInt8(ascii: "-") || (groups.count == 1 && separator == UInt8(ascii: "@"))
            guard isNumber, isSeparator else { return nil }
            end -= digits + 1
        }
        return bytes.count - end
    }
}
