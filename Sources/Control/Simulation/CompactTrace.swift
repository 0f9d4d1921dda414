/// Traces as the tests keep them: columns instead of lines, 7 to 15 bytes an upload. `Tests/Tools/control/traces.py`
/// writes them; scores lie within 0.0003 log odds of what it drew.
///
/// `TORITRC1`; then little-endian, four bytes each: uploads, kind (1: every upload has its own time and revenue),
/// milliseconds between two uploads, cost and revenue in nano-USD; then the columns sharpness, area and eta (two bytes
/// each), marks (one: abstract 1, own 2, right 4, flood 8), and for kind 1 time and revenue (four each).
package struct CompactTrace: Sendable {
    package static let mark: [UInt8] = Array("TORITRC1".utf8)
    private static let head = 28
    /// Log odds that two bytes span, and powers of two that those of eta do.
    private static let reach = 16.0
    private static let depth = 24.0

    private let bytes: [UInt8]
    private let count: Int
    private let hasTimes: Bool
    private var number = 0

    /// Nil for bytes that are no compact trace, or not a whole one.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.head, bytes.starts(with: Self.mark) else { return nil }
        self.bytes = bytes
        count = Self.number(bytes, at: 8, width: 4)
        let kind = Self.number(bytes, at: 12, width: 4)
        hasTimes = kind == 1
        guard kind <= 1, bytes.count == Self.head + count * (hasTimes ? 15 : 7) else { return nil }
    }

    /// The id of the last upload, as the generator names it.
    package var id: String { Self.id(number - 1) }

    /// The next upload; nil at the end.
    package mutating func next() -> TraceRow? {
        guard number < count else { return nil }
        defer { number += 1 }
        let marks = bytes[Self.head + 6 * count + number]
        var row = TraceRow()
        row.hash = TraceRow.hash(Self.id(number).utf8)
        let isFlood = marks & 8 != 0
        let client = isFlood ? "flood\(number % 3)" : "c\(number * 2_654_435_761 % 4001)"
        row.client = TraceRow.hash(client.utf8)
        row.sharpness = score(column: 0)
        row.attentionArea = score(column: 1)
        row.objectnessArea = row.attentionArea
        row.coarse = marks & 1 != 0 ? .abstract : .photoLike
        row.isOwn = marks & 2 != 0
        row.isRight = marks & 4 != 0
        let eta = pair(column: 2)
        row.eta = eta == 0 ? 0 : Curves.exp((Double(eta) / 65_535 - 1) * Self.depth * 0.693_147_180_559_945_3)
        row.cost = Int64(Self.number(bytes, at: 20, width: 4))
        let wide = Self.head + 7 * count
        if hasTimes {
            row.time = Int64(Self.number(bytes, at: wide + 4 * number, width: 4))
            row.revenue = Int64(Self.number(bytes, at: wide + 4 * (count + number), width: 4))
        } else {
            row.time = Int64(number * Self.number(bytes, at: 16, width: 4))
            row.revenue = Int64(Self.number(bytes, at: 24, width: 4))
        }
        return row
    }

    private func pair(column: Int) -> Int {
        Self.number(bytes, at: Self.head + 2 * (column * count + number), width: 2)
    }

    private func score(column: Int) -> Double {
        let odds = (Double(pair(column: column)) / 65_535 * 2 - 1) * Self.reach
        return 1 / (1 + Curves.exp(-odds))
    }

    private static func id(_ number: Int) -> String {
        let digits = String(number)
        return "u" + String(repeating: "0", count: max(0, 7 - digits.count)) + digits
    }

    private static func number(_ bytes: [UInt8], at start: Int, width: Int) -> Int {
        var number = 0
        for index in 0..<width { number |= Int(bytes[start + index]) << (8 * index) }
        return number
    }
}
