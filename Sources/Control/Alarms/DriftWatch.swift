/// How far one score's distribution has moved from the one a certificate was made on: the population stability index
/// over twenty parts that held equal shares then.
package struct DriftWatch: Sendable, Hashable {
    /// Beyond it the certificate's claim no longer speaks of today's traffic; its ceilings stay.
    package static let claimLimit = 0.1
    /// Days after which a certificate's claim expires.
    package static let claimDays: Int64 = 30
    /// Beyond it, over the last 400 uploads, another scorer is at work.
    package static let scorerLimit = 1.5
    /// More of the last uploads than this, and than before, on the very end of the scale: a broken scorer.
    package static let pileLimit = 0.03
    /// Uploads the scorer is looked for in.
    package static let scorerWindow = 400
    private static let parts = 20

    /// Of each bin, its part; and the share of each part.
    private var partOfBin: [UInt8] = []
    private var shares: [Double] = []
    private var basePile = 0.0
    private var ring: [UInt8] = []
    private var isPiled: [Bool] = []
    private var next = 0
    private var counts = [Int](repeating: 0, count: parts)
    private var piled = 0

    package init() {}

    package var isSet: Bool { !shares.isEmpty }

    /// Takes a distribution for the one to compare with.
    ///
    /// - Parameter pile: Share of its uploads on the very ends of the scale, 0...1.
    mutating func set(_ histogram: ScoreHistogram, pile: Double) {
        self = DriftWatch()
        guard histogram.total > 0 else { return }
        partOfBin = [UInt8](repeating: 0, count: ScoreScale.bins)
        shares = [Double](repeating: 0, count: Self.parts)
        basePile = pile
        var sum = 0
        for bin in 0..<ScoreScale.bins {
            let part = min(Self.parts - 1, sum / max(1, histogram.total / Self.parts))
            partOfBin[bin] = UInt8(part)
            shares[part] += Double(histogram.weights[bin]) / Double(histogram.total)
            sum += histogram.weights[bin]
        }
    }

    mutating func add(bin: Int, score: Double) {
        guard isSet else { return }
        let part = partOfBin[bin]
        let isAtEnd = score <= 0 || score >= 1
        if ring.count < Self.scorerWindow {
            ring.append(part)
            isPiled.append(isAtEnd)
        } else {
            counts[Int(ring[next])] -= 1
            if isPiled[next] { piled -= 1 }
            ring[next] = part
            isPiled[next] = isAtEnd
            next = next + 1 == Self.scorerWindow ? 0 : next + 1
        }
        counts[Int(part)] += 1
        if isAtEnd { piled += 1 }
    }

    /// Whether the last uploads came from another scorer than the certificate's.
    var isOtherScorer: Bool {
        guard isSet, ring.count == Self.scorerWindow else { return false }
        if Double(piled) / Double(Self.scorerWindow) - basePile >= Self.pileLimit { return true }
        return index(counts.map { Double($0) / Double(Self.scorerWindow) }) > Self.scorerLimit
    }

    /// The index of a distribution against the one that was set; 0 where none was.
    func index(of histogram: ScoreHistogram) -> Double {
        guard isSet, histogram.total > 0 else { return 0 }
        var weights = [Int](repeating: 0, count: Self.parts)
        for bin in 0..<ScoreScale.bins { weights[Int(partOfBin[bin])] &+= histogram.weights[bin] }
        return index(weights.map { Double($0) / Double(histogram.total) })
    }

    private func index(_ now: [Double]) -> Double {
        var sum = 0.0
        for part in 0..<Self.parts {
            // Half an upload in the window stands for none, so that an empty part is no infinity.
            let one = max(now[part], 0.5 / Double(Self.scorerWindow))
            let other = max(shares[part], 0.5 / Double(Self.scorerWindow))
            sum += (one - other) * Curves.ln(one / other)
        }
        return sum
    }
}

extension DriftWatch {
    func store(in memory: inout MemoryWriter) {
        memory.put(partOfBin)
        memory.put(shares)
        memory.put(basePile)
        memory.put(ring)
        memory.put(isPiled)
        memory.put(next)
    }

    init(_ memory: inout MemoryReader) {
        self.init()
        partOfBin = memory.octets()
        shares = memory.reals()
        basePile = memory.real()
        ring = memory.octets()
        isPiled = memory.flags()
        next = memory.integer()
        let hasParts = shares.count == Self.parts && partOfBin.count == ScoreScale.bins
        guard hasParts || (shares.isEmpty && partOfBin.isEmpty && ring.isEmpty),
            (partOfBin + ring).allSatisfy({ $0 < UInt8(Self.parts) }), ring.count <= Self.scorerWindow,
            ring.count == isPiled.count, next == 0 || (0..<ring.count).contains(next)
        else {
            memory.refuse()
            self = DriftWatch()
            return
        }
        for part in ring { counts[Int(part)] += 1 }
        piled = isPiled.count { $0 }
    }
}
