/// What several nodes counted: one row for each life of each node, which only grows. Rows merge by their larger figures,
/// in any order and as often as one likes, so that a stale row never takes anything back.
package struct NodeCounters: Sendable, Hashable {
    /// A node, and which of its lives: every start that may have forgotten something begins another.
    package struct Life: Sendable, Hashable {
        package let node: Int
        package let number: Int

        package init(node: Int, number: Int) {
            self.node = node
            self.number = number
        }
    }

    package struct Counts: Sendable, Hashable {
        package private(set) var judged = 0
        package private(set) var sent = 0
        package private(set) var audits = 0
        /// Nano-USD.
        package private(set) var spent: Int64 = 0

        package init() {}

        mutating func count(isSent: Bool, isAudit: Bool, cost: Int64) {
            judged += 1
            if isSent {
                sent += 1
                spent += cost
            }
            if isAudit { audits += 1 }
        }

        static func larger(_ one: Counts, _ other: Counts) -> Counts {
            // A row only grows: the one that judged more knows all of the other.
            one.judged >= other.judged ? one : other
        }

        static func + (one: Counts, other: Counts) -> Counts {
            var sum = one
            sum.judged += other.judged
            sum.sent += other.sent
            sum.audits += other.audits
            sum.spent += other.spent
            return sum
        }
    }

    private var rows: [Life: Counts] = [:]

    package init() {}

    package mutating func count(_ life: Life, isSent: Bool, isAudit: Bool, cost: Int64) {
        rows[life, default: Counts()].count(isSent: isSent, isAudit: isAudit, cost: cost)
    }

    package mutating func merge(_ other: NodeCounters) { rows.merge(other.rows, uniquingKeysWith: Counts.larger) }

    /// Of all nodes and all their lives.
    package var total: Counts { rows.values.reduce(Counts(), +) }
}
