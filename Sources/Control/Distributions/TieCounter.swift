/// Which scores many of the last uploads share exactly. Fixed memory: scores are counted by a hash, and two that fall
/// into one slot are told apart only once one of them is frequent.
package struct TieCounter: Sendable, Hashable {
    /// A share of the window above which a score counts as tied.
    static let share = 0.005
    private static let slots = 1 << 14
    private static let mostSuspects = 64

    private var counts: [Int32]
    /// Scores whose slot was frequent when they came, newest last.
    private var suspects: [Double] = []
    private let least: Int32

    package init(window: Int) {
        counts = [Int32](repeating: 0, count: Self.slots)
        least = Int32(max(4, Double(window) * Self.share))
    }

    package mutating func add(_ score: Double) {
        let slot = Self.slot(score)
        counts[slot] &+= 1
        guard counts[slot] >= least, !suspects.contains(score) else { return }
        if suspects.count == Self.mostSuspects { suspects.removeFirst() }
        suspects.append(score)
    }

    package mutating func remove(_ score: Double) { counts[Self.slot(score)] &-= 1 }

    /// The tied scores with their share of `window` uploads.
    package mutating func ties(of window: Int) -> [(score: Double, share: Double)] {
        guard !suspects.isEmpty, window > 0 else { return [] }
        suspects.removeAll { counts[Self.slot($0)] < least }
        return suspects.map { ($0, Double(counts[Self.slot($0)]) / Double(window)) }
    }

    private static func slot(_ score: Double) -> Int {
        Int(truncatingIfNeeded: (score.bitPattern &* 0x9E37_79B9_7F4A_7C15) >> 50)
    }
}

extension TieCounter {
    /// The suspects alone: the counts are those of the window.
    func store(in memory: inout MemoryWriter) { memory.put(suspects) }

    init(_ memory: inout MemoryReader, window: Int, scores: [Double]) {
        self.init(window: window)
        for score in scores { counts[Self.slot(score)] &+= 1 }
        suspects = Array(memory.reals().filter { (0...1).contains($0) }.suffix(Self.mostSuspects))
    }
}
