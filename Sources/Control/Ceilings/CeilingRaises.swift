/// Watches the band above the sharpness ceiling, which is being sent anyway, so that its labels cost nothing: when the
/// target is out of reach and the band holds no right answer that a stricter ceiling would lose, the ceiling may rise.
///
/// A raise is provisional and asks for an operator's approval: several of them together are no certificate.
package struct CeilingRaises: Sendable, Hashable {
    /// Labelled uploads a raise looks back on.
    package static let labels = 18_000
    /// Uploads between two raises.
    private static let pause = 9000
    /// Most false rejects one raise may add, as a share of uploads, by its exact bound.
    package static let slack = 0.000167
    /// Shares of the sharpness ranks by which it may rise, largest first.
    private static let strides = [0.03, 0.02, 0.01, 0.005]
    /// Share of the ranks above the ceiling of which labels are kept.
    static let reach = 0.1

    /// One raise and its evidence.
    package struct Raise: Sendable, Hashable {
        package let from: Double
        package let to: Double
        /// Uploads looked at, right answers found in the band, and the exact bound on what it may lose.
        package let uploads: Int
        package let wrong: Int
        package let bound: Double
        /// Uploads judged before it.
        package let judged: Int
    }

    /// Right answers with little sharpness, with the number of the upload.
    private var right: [(judged: Int, sharpness: Double, area: Double)] = []
    package private(set) var made: [Raise] = []

    /// Takes note of one right answer with a sharpness that a raise might come to reject.
    mutating func note(sharpness: Double, area: Double?, judged: Int) {
        right.append((judged, sharpness, area ?? .infinity))
        if right.count > 4096 { right.removeAll { $0.judged + Self.labels < judged } }
    }

    /// The furthest raise the evidence allows, or nil.
    func proposal(
        limits: GateLimits,
        table: RankTable,
        judged: Int,
        cap: Double,
        confidence: Double
    ) -> Raise? {
        guard judged >= Self.labels, judged - (made.last?.judged ?? -Self.pause) >= Self.pause else { return nil }
        let ceiling = limits.sharpness.ceiling
        let rank = table.rank(of: ceiling)
        for stride in Self.strides {
            let next = min(cap, table.cut(at: rank + stride).score)
            guard next > ceiling else { continue }
            let wrong = right.count {
                $0.judged + Self.labels >= judged && $0.sharpness >= ceiling && $0.sharpness < next
                    && $0.area >= limits.area.ceiling
            }
            let bound = BinomialBound.upper(failures: wrong, trials: Self.labels, confidence: confidence)
            guard bound <= Self.slack else { continue }
            return Raise(from: ceiling, to: next, uploads: Self.labels, wrong: wrong, bound: bound, judged: judged)
        }
        return nil
    }

    mutating func record(_ raise: Raise) { made.append(raise) }

    package static func == (one: CeilingRaises, other: CeilingRaises) -> Bool {
        one.made == other.made && one.right.elementsEqual(other.right, by: ==)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(made) }
}

extension CeilingRaises {
    func store(in memory: inout MemoryWriter) {
        memory.put(right.map(\.judged))
        memory.put(right.map(\.sharpness))
        memory.put(right.map(\.area))
        memory.put(made.count)
        for raise in made {
            memory.put(raise.from)
            memory.put(raise.to)
            memory.put(raise.uploads)
            memory.put(raise.wrong)
            memory.put(raise.bound)
            memory.put(raise.judged)
        }
    }

    init(_ memory: inout MemoryReader) {
        let judged = memory.integers()
        let sharpnesses = memory.reals()
        let areas = memory.reals()
        let count = memory.integer()
        guard judged.allSatisfy({ (0...1 << 50).contains($0) }), judged.count == sharpnesses.count,
            areas.count == judged.count, (0...100_000).contains(count)
        else {
            memory.refuse()
            return
        }
        right = judged.indices.map { (judged[$0], sharpnesses[$0], areas[$0]) }
        for _ in 0..<count where !memory.isBroken {
            made.append(
                Raise(
                    from: memory.real(),
                    to: memory.real(),
                    uploads: memory.integer(),
                    wrong: memory.integer(),
                    bound: memory.real(),
                    judged: memory.integer()
                )
            )
        }
    }
}
