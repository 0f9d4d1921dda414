import Economics
import Platform
import Synchronization

/// Durations counted into fixed buckets.
final class Histogram: Sendable {
    /// Upper bounds in seconds, ascending.
    let bounds: [Double]
    private let counts: [Counter]
    private let sumMicros = Counter()
    /// The latest upload of each bucket.
    private let exemplars: Locked<[Exemplar?]>

    /// A counter behind a reference, since `Atomic` cannot be an element of an array.
    private final class Counter: Sendable {
        let value = Atomic<Int64>(0)
    }

    init(bounds: [Double]) {
        self.bounds = bounds
        counts = (0...bounds.count).map { _ in Counter() }
        exemplars = Locked(Array(repeating: nil, count: bounds.count + 1))
    }

    /// - Parameter decision: The upload that took so long, and when that was.
    func observe(_ duration: Duration, decision: (id: String, at: Timestamp)? = nil) {
        let seconds = Double(duration.microseconds) / 1_000_000
        let bucket = bounds.firstIndex { seconds <= $0 } ?? bounds.count
        counts[bucket].value.add(1, ordering: .relaxed)
        sumMicros.value.add(duration.microseconds, ordering: .relaxed)
        guard let decision else { return }
        let exemplar = Exemplar(decisionID: decision.id, value: seconds, at: decision.at)
        exemplars.withLock { $0[bucket] = exemplar }
    }

    struct Look: Sendable {
        /// One for each bound and one for +Inf, counts cumulative.
        let buckets: [(cumulative: Int64, exemplar: Exemplar?)]
        /// In seconds.
        let sum: Double
    }

    var look: Look {
        let latest = exemplars.withLock { $0 }
        var total: Int64 = 0
        let buckets = zip(counts, latest).map { counter, exemplar in
            total += counter.value.load(ordering: .relaxed)
            return (total, exemplar)
        }
        return Look(buckets: buckets, sum: Double(sumMicros.value.load(ordering: .relaxed)) / 1_000_000)
    }
}
