import TestSupport
import Testing

@testable import Control

@Suite("Counters of nodes")
struct NodeCountersTests {
    /// Four nodes that tell each other now and then, one of which dies, and comes back with what it knew long ago: what they
    /// know together is what happened, to the last upload.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func addUpToWhatHappened(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var nodes = [NodeCounters](repeating: NodeCounters(), count: 4)
        var lives = [0, 0, 0, 0]
        var whole = NodeCounters()
        var stale = NodeCounters()
        for number in 0..<20_000 {
            let isDown = (6000..<12_000).contains(number)
            if number == 5000 { stale = nodes[0] }
            if number == 12_000 {
                nodes[0] = stale
                lives[0] += 1
            }
            let node = Int.random(in: isDown ? 1..<4 : 0..<4, using: &random)
            let life = NodeCounters.Life(node: node, number: lives[node])
            let isSent = Bool.random(using: &random)
            let isAudit = !isSent && number % 20 == 0
            nodes[node].count(life, isSent: isSent || isAudit, isAudit: isAudit, cost: Int64(number))
            whole.count(life, isSent: isSent || isAudit, isAudit: isAudit, cost: Int64(number))
            // The last word of the dying node was heard.
            guard number % 100 == 99 else { continue }
            let listener = Int.random(in: 1..<4, using: &random)
            for other in nodes { nodes[listener].merge(other) }
        }
        for other in nodes.shuffled(using: &random) { nodes[1].merge(other) }
        for other in nodes { nodes[1].merge(other) }
        #expect(nodes[1].total == whole.total)
        #expect(nodes[1].total.judged == 20_000)
    }

    @Test func mergesInAnyOrder() {
        let first = NodeCounters.Life(node: 0, number: 0)
        var early = NodeCounters()
        early.count(first, isSent: true, isAudit: false, cost: 5)
        var late = early
        late.count(first, isSent: false, isAudit: false, cost: 7)
        var one = early
        one.merge(late)
        var other = late
        other.merge(early)
        other.merge(early)
        #expect(one == other && one == late)
        #expect(one.total.spent == 5 && one.total.sent == 1 && one.total.judged == 2)
    }
}
