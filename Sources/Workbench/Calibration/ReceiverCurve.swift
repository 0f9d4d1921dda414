/// How well a score tells good pictures from bad ones (lower is worse), threshold by threshold.
package struct ReceiverCurve: Sendable {
    /// One threshold: what is below it is rejected.
    package struct Point: Sendable, Hashable {
        package let threshold: Double
        /// Good pictures rejected.
        package let lost: Int
        /// Bad pictures rejected.
        package let caught: Int
    }

    package let good: Int
    package let bad: Int
    /// Every threshold that makes a difference, rising: the lowest rejects nothing.
    package let points: [Point]
    /// The chance that a bad picture scores below a good one, ties counted half.
    package let area: Double
    /// Standard error of `area` (DeLong, DeLong and Clarke-Pearson 1988).
    package let error: Double

    /// Neither may be empty; scores are finite.
    ///
    /// Complexity: n log n.
    package init(good: [Double], bad: [Double]) {
        precondition(!good.isEmpty && !bad.isEmpty, "a curve needs good and bad pictures")
        self.good = good.count
        self.bad = bad.count
        let (goods, bads) = (good.sorted(), bad.sorted())
        // How often each good score is above the bad ones, and each bad one below the good ones, 0...1.
        let above = goods.map { Double(Self.below($0, in: bads)) + Double(Self.ties($0, in: bads)) / 2 }
            .map { $0 / Double(bads.count) }
        let under = bads.map {
            Double(goods.count - Self.below($0, in: goods)) - Double(Self.ties($0, in: goods)) / 2
        }
        .map { $0 / Double(goods.count) }
        area = above.reduce(0, +) / Double(above.count)
        error = (Self.variance(above) / Double(above.count) + Self.variance(under) / Double(under.count)).squareRoot()

        var points = [Point(threshold: min(goods[0], bads[0]), lost: 0, caught: 0)]
        var last = points[0].threshold
        for score in (goods + bads).sorted() where score > last {
            points.append(
                Point(threshold: score, lost: Self.below(score, in: goods), caught: Self.below(score, in: bads))
            )
            last = score
        }
        points.append(Point(threshold: last.nextUp, lost: goods.count, caught: bads.count))
        self.points = points
    }

    /// `area` give or take 1.96 standard errors, within 0...1. A curve without errors has an interval of no width: then
    /// the rule of three stands in for it.
    package var interval: ClosedRange<Double> {
        let width = error > 0 ? 1.96 * error : 3 / Double(min(good, bad))
        return max(0, area - width)...min(1, area + width)
    }

    /// Where the curve is farthest from chance (Youden's J). The lowest of equals.
    package var knee: Point {
        var best = points[0]
        for point in points where advantage(point) > advantage(best) { best = point }
        return best
    }

    /// The strictest threshold at which the bound on the share of all pictures that are good and rejected is at most
    /// `share`; nil when even a threshold without any loss cannot prove it.
    ///
    /// Complexity: the logarithm of the number of points, times the losses allowed.
    package func strictest(falseRejects share: Double, confidence: Double) -> Point? {
        // Losses rise with the threshold and the bound with the losses: halving finds the last point inside.
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if isInside(points[middle], share: share, confidence: confidence) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low == 0 ? nil : points[low - 1]
    }

    /// The strictest threshold that rejects none of the good pictures seen.
    package var strictestWithoutLoss: Point { points.last { $0.lost == 0 } ?? points[0] }

    private func isInside(_ point: Point, share: Double, confidence: Double) -> Bool {
        let trials = good + bad
        // No bound is below what was seen.
        guard Double(point.lost) <= share * Double(trials) else { return false }
        return BinomialBound.upper(events: point.lost, of: trials, confidence: confidence) <= share
    }

    private func advantage(_ point: Point) -> Double {
        Double(point.caught) / Double(bad) - Double(point.lost) / Double(good)
    }

    private static func below(_ value: Double, in sorted: [Double]) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func ties(_ value: Double, in sorted: [Double]) -> Int {
        below(value.nextUp, in: sorted) - below(value, in: sorted)
    }

    private static func variance(_ values: [Double]) -> Double {
        guard values.count > 1 else { return 0 }
        let mean = values.reduce(0, +) / Double(values.count)
        return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
    }
}
