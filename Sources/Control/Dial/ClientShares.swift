/// Which uploads may move the distributions: a client that fills too much of the last few thousand uploads may not.
package struct ClientShares: Sendable, Hashable {
    /// The share of the window one client may hold.
    static let limit = 0.01

    private let capacity: Int
    private var ring: [UInt64] = []
    private var next = 0
    private var counts: [UInt64: Int32] = [:]

    package init(window: Int) {
        capacity = window
        ring.reserveCapacity(window)
    }

    /// Counts one upload and tells whether it may move the distributions.
    ///
    /// - Parameter client: A hash of the client's id; nil when it gave none, which is always let through.
    package mutating func admits(_ client: UInt64?) -> Bool {
        guard let client else { return true }
        if ring.count < capacity {
            ring.append(client)
        } else {
            let oldest = ring[next]
            let left = (counts[oldest] ?? 1) - 1
            counts[oldest] = left == 0 ? nil : left
            ring[next] = client
            next = next + 1 == capacity ? 0 : next + 1
        }
        let held = (counts[client] ?? 0) + 1
        counts[client] = held
        return Double(held) <= allowance
    }

    /// One in a hundred; where there are too few clients for that, twice an even share.
    private var allowance: Double {
        max(Double(capacity) * Self.limit, 2 * Double(ring.count) / Double(max(counts.count, 1)))
    }
}

extension ClientShares {
    func store(in memory: inout MemoryWriter) {
        memory.put(next)
        memory.put(ring)
    }

    init(_ memory: inout MemoryReader, window: Int) {
        self.init(window: window)
        next = memory.integer()
        let stored = memory.words()
        guard stored.count <= capacity, next == 0 || (0..<stored.count).contains(next),
            stored.count == capacity || next == 0
        else {
            memory.refuse()
            return
        }
        ring = stored
        for client in ring { counts[client, default: 0] += 1 }
    }
}
