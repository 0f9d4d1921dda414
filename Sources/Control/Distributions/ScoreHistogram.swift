/// How one score is distributed among recent uploads: fixed bins whose weights halve every so many samples.
///
/// Weights are integers and halve by a shift, so that histograms of several nodes add up exactly, in any order.
package struct ScoreHistogram: Sendable, Hashable {
    /// What one new sample weighs: 32 halvings lose nothing.
    static let unit = 1 << 32

    /// Samples after which everything older weighs half.
    package let halfLife: Int
    package private(set) var weights: [Int]
    package private(set) var total: Int
    /// How often the weights have halved.
    package private(set) var generation: Int
    package private(set) var inGeneration: Int
    /// Samples ever taken, those of merged histograms included.
    package private(set) var samples: Int

    package init(halfLife: Int) {
        precondition(halfLife > 0, "a half-life of no samples")
        self.halfLife = halfLife
        weights = [Int](repeating: 0, count: ScoreScale.bins)
        total = 0
        generation = 0
        inGeneration = 0
        samples = 0
    }

    /// Takes one sample.
    package mutating func add(bin: Int) {
        if inGeneration == halfLife { age() }
        weights[bin] &+= Self.unit
        total &+= Self.unit
        inGeneration += 1
        samples += 1
    }

    /// Adds what another node counted. The younger clock of the two is brought forward first.
    package mutating func merge(_ other: ScoreHistogram) {
        precondition(halfLife == other.halfLife, "histograms that forget at different rates")
        var other = other
        while generation < other.generation { age() }
        while other.generation < generation { other.age() }
        for bin in 0..<ScoreScale.bins { weights[bin] += other.weights[bin] }
        total += other.total
        samples += other.samples
        inGeneration = min(halfLife, inGeneration + other.inGeneration)
    }

    /// Sample equivalents it holds.
    package var mass: Double { Double(total) / Double(Self.unit) }

    /// The score below which a share of the samples lies: that of a `RankTable` without ties, without making one.
    func score(below share: Double) -> Double {
        guard share > 0 else { return 0 }
        guard share < 1, total > 0 else { return 1.0.nextUp }
        let scale = 1 / Double(total)
        var sum = 0
        for bin in 0..<ScoreScale.bins {
            let next = sum &+ weights[bin]
            if Double(next) * scale > share {
                let start = Double(sum) * scale
                let part = (share - start) / (Double(next) * scale - start)
                return ScoreScale.score(bin: bin, part: min(part, 1))
            }
            sum = next
        }
        return 1.0.nextUp
    }

    private mutating func age() {
        var sum = 0
        for bin in 0..<ScoreScale.bins {
            weights[bin] >>= 1
            sum += weights[bin]
        }
        total = sum
        generation += 1
        inGeneration = 0
    }
}

extension ScoreHistogram {
    func store(in memory: inout MemoryWriter) {
        memory.put(halfLife)
        memory.put(weights)
        memory.put(generation)
        memory.put(inGeneration)
        memory.put(samples)
    }

    init(_ memory: inout MemoryReader, halfLife: Int) {
        self.init(halfLife: halfLife)
        let storedHalfLife = memory.integer()
        let stored = memory.integers()
        generation = memory.integer()
        inGeneration = memory.integer()
        samples = memory.integer()
        guard storedHalfLife == halfLife, stored.count == ScoreScale.bins, (0...halfLife).contains(inGeneration),
            (0...1 << 50).contains(generation), (0...1 << 50).contains(samples),
            stored.allSatisfy({ (0...Int(Int64.max) / ScoreScale.bins / 2).contains($0) })
        else {
            memory.refuse()
            return
        }
        weights = stored
        total = stored.reduce(0, +)
    }
}
