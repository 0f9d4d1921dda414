/// Looks that come and go, in memory: the nearest to another is found by looking at a few hundred in a million.
///
/// As `RegistryFile`, a hash is cut into sixteen pieces of sixteen bits. Two hashes that differ in fifteen bits at most are equal
/// in a piece, and in thirty-one at most differ in one bit at most in a piece. Each look hangs in sixteen chains, one for each of
/// its pieces. Once it is full, the oldest look makes room for the next.
///
/// Memory: 4 MiB and 192 bytes a look.
package struct LookIndex: Sendable {
    package struct Entry: Sendable, Hashable {
        package let hash: SIMD4<UInt64>
        package let colors: ColorShares
        /// What this look belongs to: 32 bytes.
        package let key: SIMD4<UInt64>
        /// Only looks of one subject are compared.
        package let subject: UInt32

        package init(hash: SIMD4<UInt64>, colors: ColorShares, key: SIMD4<UInt64>, subject: UInt32) {
            self.hash = hash
            self.colors = colors
            self.key = key
            self.subject = subject
        }
    }

    package struct Match: Sendable, Hashable {
        package let entry: Entry
        /// Bits that differ.
        package let distance: Int
    }

    private static let pieces = 16
    private static let values = 65_536
    /// The end of a chain.
    private static let none = UInt32.max

    private let capacity: Int
    private var entries: [Entry?] = []
    /// The first slot of each chain, by piece and value.
    private var first: [UInt32]
    /// The slot after each in its chains, sixteen for each slot.
    private var next: [UInt32] = []
    /// Where the next look goes: the oldest there, once all slots were used.
    private var slot = 0
    package private(set) var count = 0

    /// - Parameter capacity: Looks kept, 1 and more.
    package init(capacity: Int) {
        precondition(capacity > 0 && capacity < Int(Self.none), "an index of no size")
        self.capacity = capacity
        first = [UInt32](repeating: Self.none, count: Self.pieces * Self.values)
    }

    /// Complexity: sixteen chains of a 65,536th of the looks each, when one makes room.
    package mutating func insert(_ entry: Entry) {
        if slot < entries.count {
            clear(slot)
            entries[slot] = entry
        } else {
            entries.append(entry)
            next += [UInt32](repeating: Self.none, count: Self.pieces)
        }
        for piece in 0..<Self.pieces {
            let chain = Self.chain(entry.hash, piece)
            next[slot * Self.pieces + piece] = first[chain]
            first[chain] = UInt32(slot)
        }
        count += 1
        slot = (slot + 1) % capacity
    }

    /// Takes out what `isGone` names; returns how many.
    ///
    /// Complexity: linear in the looks.
    package mutating func removeAll(where isGone: (Entry) -> Bool) -> Int {
        let before = count
        for slot in entries.indices {
            if let entry = entries[slot], isGone(entry) { clear(slot) }
        }
        return before - count
    }

    /// The nearest of its subject within `limit` bits whose colours are alike; nil when there is none. Of equals, one.
    ///
    /// - Parameter limit: 0...31.
    ///
    /// Complexity: sixteen chains, or 272 beyond fifteen bits.
    package func nearest(to hash: SIMD4<UInt64>, colors: ColorShares, subject: UInt32, within limit: Int) -> Match? {
        precondition((0...PerceptualHash.reach).contains(limit), "a distance the index does not find")
        var best: Match?
        for piece in 0..<Self.pieces {
            let chain = Self.chain(hash, piece)
            look(chain, piece, hash, colors, subject, limit, &best)
            guard limit >= Self.pieces else { continue }
            for bit in 0..<16 { look(chain ^ 1 << bit, piece, hash, colors, subject, limit, &best) }
        }
        return best
    }

    private func look(
        _ chain: Int,
        _ piece: Int,
        _ hash: SIMD4<UInt64>,
        _ colors: ColorShares,
        _ subject: UInt32,
        _ limit: Int,
        _ best: inout Match?
    ) {
        var slot = first[chain]
        while slot != Self.none {
            defer { slot = next[Int(slot) * Self.pieces + piece] }
            guard let entry = entries[Int(slot)], entry.subject == subject else { continue }
            let distance = PerceptualHash.distance(entry.hash, hash)
            guard distance <= limit, best.map({ distance < $0.distance }) ?? true else { continue }
            guard entry.colors.difference(to: colors) < ColorShares.likeness else { continue }
            best = Match(entry: entry, distance: distance)
        }
    }

    private static func chain(_ hash: SIMD4<UInt64>, _ piece: Int) -> Int {
        piece * values + Int(hash[piece / 4] >> UInt64(16 * (piece % 4)) & 0xFFFF)
    }

    /// Empties a slot, if there is anything in it.
    private mutating func clear(_ slot: Int) {
        guard let entry = entries[slot] else { return }
        for piece in 0..<Self.pieces {
            let chain = Self.chain(entry.hash, piece)
            let after = next[slot * Self.pieces + piece]
            if first[chain] == UInt32(slot) {
                first[chain] = after
                continue
            }
            var before = first[chain]
            // INVARIANT: an entry hangs in all chains of its hash.
            while before != Self.none, next[Int(before) * Self.pieces + piece] != UInt32(slot) {
                before = next[Int(before) * Self.pieces + piece]
            }
            if before != Self.none { next[Int(before) * Self.pieces + piece] = after }
        }
        entries[slot] = nil
        count -= 1
    }
}
