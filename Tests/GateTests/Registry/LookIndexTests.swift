import TestSupport
import Testing

@testable import Gate
@testable import OwnPictures

@Suite struct LookIndexTests {
    private static let red = colors(200, 30, 30)
    private static let green = colors(30, 200, 30)

    private static func colors(_ red: Int, _ green: Int, _ blue: Int) -> ColorShares {
        ColorShares(PictureFactory.rgb(24, 24) { _, _ in (red, green, blue) })
    }

    private static func entries(_ count: Int, seed: UInt64) -> [LookIndex.Entry] {
        var random = SeededGenerator(seed: seed)
        func words() -> SIMD4<UInt64> { SIMD4(random.next(), random.next(), random.next(), random.next()) }
        return (0..<count).map { _ in LookIndex.Entry(hash: words(), colors: red, key: words(), subject: 0) }
    }

    private static func index(_ entries: [LookIndex.Entry], capacity: Int = 10_000) -> LookIndex {
        var index = LookIndex(capacity: capacity)
        for entry in entries { index.insert(entry) }
        return index
    }

    /// Fifteen bits are found in equal pieces, more in pieces with a bit that differs.
    @Test(arguments: [(0, 0), (1, 1), (15, 15), (16, 16), (31, 31), (7, 31)])
    func findsEveryCopyWithinTheLimit(bits: Int, limit: Int) {
        let entries = Self.entries(2000, seed: 1)
        let index = Self.index(entries)
        for (number, entry) in entries.enumerated() where number.isMultiple(of: 7) {
            let asked = entry.hash.flipped(bits: bits, seed: UInt64(number))
            let found = index.nearest(to: asked, colors: Self.red, subject: 0, within: limit)
            #expect(found == .init(entry: entry, distance: bits))
        }
    }

    @Test(arguments: [(1, 0), (16, 15), (17, 16), (32, 31)])
    func findsNothingBeyondTheLimit(bits: Int, limit: Int) {
        let entries = Self.entries(500, seed: 2)
        let index = Self.index(entries)
        for entry in entries {
            let asked = entry.hash.flipped(bits: bits, seed: 5)
            #expect(index.nearest(to: asked, colors: Self.red, subject: 0, within: limit) == nil)
        }
    }

    @Test func findsTheNearest() {
        let far = Self.entries(1, seed: 3)[0]
        let near = LookIndex.Entry(
            hash: far.hash.flipped(bits: 3, seed: 3),
            colors: Self.red,
            key: far.key &+ 1,
            subject: 0
        )
        for entries in [[far, near], [near, far]] {
            let found = Self.index(entries).nearest(to: near.hash, colors: Self.red, subject: 0, within: 15)
            #expect(found == .init(entry: near, distance: 0))
        }
    }

    @Test func comparesLooksOfOneSubjectAndOneColourAlone() {
        let entry = Self.entries(1, seed: 4)[0]
        let index = Self.index([entry])
        #expect(index.nearest(to: entry.hash, colors: Self.red, subject: 1, within: 31) == nil)
        #expect(index.nearest(to: entry.hash, colors: Self.green, subject: 0, within: 31) == nil)
        #expect(index.nearest(to: entry.hash, colors: Self.red, subject: 0, within: 31)?.distance == 0)
    }

    @Test func forgetsTheOldestWhenItIsFull() {
        let entries = Self.entries(25, seed: 5)
        let index = Self.index(entries, capacity: 10)
        #expect(index.count == 10)
        for (number, entry) in entries.enumerated() {
            let found = index.nearest(to: entry.hash, colors: Self.red, subject: 0, within: 0)
            #expect((found?.entry == entry) == (number >= 15))
        }
    }

    /// Equal hashes hang in the same chains: the others must stay when one goes, wherever it hangs.
    @Test(arguments: 0..<3) func takesOneOutOfItsChains(gone: Int) {
        let hash = Self.entries(1, seed: 6)[0].hash
        let twins = (0..<3).map {
            LookIndex.Entry(hash: hash, colors: Self.red, key: SIMD4(repeating: UInt64($0)), subject: UInt32($0))
        }
        var index = Self.index(twins, capacity: 4)
        #expect(index.removeAll { $0.subject == UInt32(gone) } == 1)
        #expect(index.removeAll { $0.subject == UInt32(gone) } == 0)
        #expect(index.count == 2)
        for twin in twins {
            let found = index.nearest(to: hash, colors: Self.red, subject: twin.subject, within: 0)
            #expect((found?.entry == twin) == (twin.subject != UInt32(gone)))
        }
        // Three places come after those of the first three: the fourth, the first and the second.
        for twin in twins { index.insert(twin) }
        #expect(index.count == (gone == 2 ? 3 : 4))
    }

    /// The same as looking at every entry, through a long life of inserting, removing and making room.
    @Test(arguments: [7, 8] as [UInt64]) func agreesWithALookAtAll(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let capacity = 60
        var index = LookIndex(capacity: capacity)
        /// By the turn in which each was inserted.
        var all: [(turn: Int, entry: LookIndex.Entry)] = []
        var turn = 0
        let centers = Self.entries(5, seed: seed).map(\.hash)
        for step in 0..<600 {
            let center = centers[Int.random(in: 0..<5, using: &random)]
            if step % 13 == 12, let victim = all.randomElement(using: &random) {
                #expect(index.removeAll { $0.key == victim.entry.key } == 1)
                all.removeAll { $0.turn == victim.turn }
            } else {
                let entry = LookIndex.Entry(
                    hash: center.flipped(bits: .random(in: 0...40, using: &random), seed: random.next()),
                    colors: Self.red,
                    key: SIMD4(repeating: UInt64(turn)),
                    subject: 0
                )
                index.insert(entry)
                all.append((turn, entry))
                turn += 1
                all.removeAll { $0.turn < turn - capacity }
            }
            #expect(index.count == all.count)
            let limit = Int.random(in: 0...31, using: &random)
            let asked = center.flipped(bits: .random(in: 0...20, using: &random), seed: random.next())
            let least = all.map { PerceptualHash.distance($0.entry.hash, asked) }.min()
            let found = index.nearest(to: asked, colors: Self.red, subject: 0, within: limit)
            #expect(found?.distance == least.flatMap { $0 <= limit ? $0 : nil }, "seed \(seed), step \(step)")
        }
    }
}
