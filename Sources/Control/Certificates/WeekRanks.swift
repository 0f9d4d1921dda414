/// A measure phase by ranks: where each upload stands among all of them, gate by gate.
struct WeekRanks {
    private let sharpnesses: [Double]
    private let areas: [Double]
    /// Rank in each gate and whether the cloud was right, of every upload that is none of our own. Infinity where the
    /// gate cannot reject it.
    private let points: [(sharpness: Double, area: Double, isRight: Bool)]
    private let own: Int

    init(_ samples: [MeasureWeek.Sample]) {
        let judged = samples.filter { !$0.scores.isOwn }
        let sharpnesses = judged.compactMap(\.scores.sharpness).sorted()
        let areas = judged.compactMap(\.scores.area).sorted()
        points = judged.map { sample in
            (
                sample.scores.sharpness.map { Self.rank(of: $0, in: sharpnesses) } ?? .infinity,
                sample.scores.area.map { Self.rank(of: $0, in: areas) } ?? .infinity,
                sample.isRight
            )
        }
        self.sharpnesses = sharpnesses
        self.areas = areas
        own = samples.count - judged.count
    }

    /// Uploads by the strictness that would reject each of them, laxest first.
    struct Walk {
        private let strictness: [Double]
        /// Strictness of those the cloud got right, ascending.
        private let right: [Double]

        init(_ points: [(strictness: Double, isRight: Bool)]) {
            strictness = points.map(\.strictness).sorted()
            right = points.filter(\.isRight).map(\.strictness).sorted()
        }

        var count: Int { strictness.count }

        /// The strictness that rejects a share of the uploads.
        func strictness(at level: Double) -> Double {
            guard !strictness.isEmpty else { return 0 }
            return min(1, strictness[min(strictness.count - 1, Int(level * Double(strictness.count)))])
        }

        /// Right answers that would be lost at that level.
        func wrong(below level: Double) -> Int { WeekRanks.below(strictness(at: level), in: right) }
    }

    func walk(weight: Double) -> Walk {
        Walk(points.map { (min($0.sharpness, $0.area / weight), $0.isRight) })
    }

    /// The path that loses the fewest right answers a little beyond the target, where there are enough of them to count.
    func pathWeight(target: Double) -> Double {
        var best = (weight: 0.75, wrong: Int.max)
        // From the usual one outwards: among equals the nearest to it wins.
        for step in [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, -7] {
            let weight = 0.75 + 0.05 * Double(step)
            let walk = walk(weight: weight)
            let rejects = 1 - target - Double(own) / Double(max(1, walk.count + own))
            let wrong = (2...8).reduce(0) { $0 + walk.wrong(below: min(0.99, rejects + 0.01 * Double($1))) }
            if wrong < best.wrong { best = (weight, wrong) }
        }
        return best.weight
    }

    func sharpness(at rank: Double) -> Double { Self.value(at: rank, in: sharpnesses) }
    func area(at rank: Double) -> Double { Self.value(at: rank, in: areas) }

    private static func value(at rank: Double, in sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, max(0, Int(rank * Double(sorted.count))))]
    }

    private static func rank(of value: Double, in sorted: [Double]) -> Double {
        Double(below(value, in: sorted)) / Double(sorted.count)
    }

    /// How many of an ascending list are below a value.
    static func below(_ value: Double, in sorted: [Double]) -> Int {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
