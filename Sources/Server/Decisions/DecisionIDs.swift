package import Economics
package import Platform

/// Makes the ids of decisions: 26 characters of Crockford's base32 (as ULID: 48 bits of milliseconds, then 80 random
/// bits), so that text order is time order.
///
/// Ids of one generator strictly ascend, within one millisecond and when the clock steps back too.
package final class DecisionIDs: Sendable {
    private struct Last: Sendable {
        var milliseconds: UInt64
        /// The 80 random bits: 16, then 64.
        var high: UInt16
        var low: UInt64
    }

    private let clock: WallClock
    private let randomness: @Sendable (_ count: Int) -> [UInt8]
    private let last = Locked(Last(milliseconds: 0, high: 0, low: 0))

    /// - Parameter randomness: So many unpredictable bytes.
    package init(
        clock: WallClock = .system,
        randomness: @escaping @Sendable (_ count: Int) -> [UInt8] = { Crypto.randomBytes($0) }
    ) {
        self.clock = clock
        self.randomness = randomness
    }

    /// A new id.
    package func next() -> String {
        let now = UInt64(clamping: clock.now().microseconds / 1_000)
        let random = randomness(10)
        let id = last.withLock { last in
            if now > last.milliseconds {
                last.milliseconds = now
                last.high = UInt16(random[0]) << 8 | UInt16(random[1])
                last.low = random[2..<10].reduce(0) { $0 << 8 | UInt64($1) }
            } else {
                // The same millisecond: count up by a random step, so that the next id cannot be guessed either.
                let step = random[6..<10].reduce(0) { $0 << 8 | UInt64($1) } + 1
                let (low, carried) = last.low.addingReportingOverflow(step)
                last.low = low
                if carried {
                    last.high &+= 1
                    if last.high == 0 { last.milliseconds += 1 }
                }
            }
            return last
        }
        return DecisionIDs.text(milliseconds: id.milliseconds, high: id.high, low: id.low)
    }

    /// When an id was made, to the millisecond; nil for text that is not an id.
    package static func moment(of id: String) -> Timestamp? {
        let text = Array(id.utf8)
        guard text.count == 26, text[0] <= UInt8(ascii: "7") else { return nil }
        var milliseconds: Int64 = 0
        for (index, character) in text.enumerated() {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            if index < 10 { milliseconds = milliseconds << 5 | Int64(value) }
        }
        return Timestamp(microseconds: milliseconds * 1_000)
    }

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    private static func text(milliseconds: UInt64, high: UInt16, low: UInt64) -> String {
        var characters = [UInt8](repeating: 0, count: 26)
        for index in 0..<10 { characters[index] = alphabet[Int(milliseconds >> UInt64(45 - 5 * index) & 31)] }
        // 80 bits are sixteen characters: the first 16 bits and the top 4 of the low word make four of them.
        let first = UInt64(high) << 4 | low >> 60
        for index in 0..<4 { characters[10 + index] = alphabet[Int(first >> UInt64(15 - 5 * index) & 31)] }
        for index in 0..<12 { characters[14 + index] = alphabet[Int(low >> UInt64(55 - 5 * index) & 31)] }
        return String(decoding: characters, as: UTF8.self)
    }
}
