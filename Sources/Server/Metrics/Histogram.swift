import Synchronization

/// Durations counted into fixed buckets without a lock.
final class Histogram: Sendable {
    /// Upper bounds in seconds, ascending.
    let bounds: [Double]
    private let counts: [Counter]
    private let sumMicros = Counter()

    /// A counter behind a reference, since `Atomic` cannot be an element of an array.
    private final class Counter: Sendable {
        let value = Atomic<Int64>(0)
    }

    init(bounds: [Double]) {
        self.bounds = bounds
        counts = (0...bounds.count).map { _ in Counter() }
    }

    func observe(_ duration: Duration) {
        let seconds = Double(duration.microseconds) / 1_000_000
        let bucket = bounds.firstIndex { seconds <= $0 } ?? bounds.count
        counts[bucket].value.add(1, ordering: .relaxed)
        sumMicros.value.add(duration.microseconds, ordering: .relaxed)
    }

    /// Cumulative counts for each bound and for +Inf, and the sum in seconds.
    var snapshot: (cumulative: [Int64], sum: Double) {
        var total: Int64 = 0
        let cumulative = counts.map { counter in
            total += counter.value.load(ordering: .relaxed)
            return total
        }
        return (cumulative, Double(sumMicros.value.load(ordering: .relaxed)) / 1_000_000)
    }
}
