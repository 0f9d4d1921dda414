import Platform

/// Histograms of one family, one for each value of its labels. Values come from closed sets (routes, profiles of a policy,
/// status codes), so the family stays small.
final class HistogramFamily<Key: Hashable & Comparable & Sendable>: Sendable {
    private let bounds: [Double]
    private let histograms: Locked<[Key: Histogram]>

    init(bounds: [Double]) {
        self.bounds = bounds
        histograms = Locked([:])
    }

    subscript(key: Key) -> Histogram {
        histograms.withLock { histograms in
            if let known = histograms[key] { return known }
            let new = Histogram(bounds: bounds)
            histograms[key] = new
            return new
        }
    }

    /// In the order of the keys.
    var all: [(key: Key, histogram: Histogram)] {
        histograms.withLock { $0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
