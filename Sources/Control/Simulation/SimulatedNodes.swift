/// Several nodes that hold one target together: each judges its share of the uploads on its own distributions, on the
/// common credit as of the last exchange and its own change since.
struct SimulatedNodes: Sendable {
    /// Uploads between two exchanges, and between two saves of a node.
    private static let exchange = 100
    private static let save = 200

    private struct Node: Sendable {
        var controller: StrictnessController
        var saved: StrictnessController
        /// Decided since the last save: what the ledger holds and a restart replays.
        var log: [(upload: ControlUpload, learned: Bool?)] = []
        /// Credit as of the last exchange.
        var common = 0.0
        /// What it knows of everybody's counts.
        var counters = NodeCounters()

        init(_ controller: StrictnessController) {
            self.controller = controller
            saved = controller
        }
    }

    private var nodes: [Node]
    private var count = 0
    /// Uploads during which the last node hears nothing from the others.
    private let partition: Range<Int>?
    /// The upload before which the first node dies and starts again.
    private let kill: Int?

    init(_ controller: StrictnessController, nodes: Int, partition: Range<Int>?, kill: Int?) {
        self.nodes = [Node](repeating: Node(controller), count: max(1, nodes))
        self.partition = partition
        self.kill = kill
    }

    /// The node that judges next decides and learns.
    mutating func decide(on upload: ControlUpload, isRight: Bool) -> ControlDecision {
        if count == kill { restart(0) }
        let index = count % nodes.count
        let decision = nodes[index].controller.decide(on: upload)
        var learned: Bool?
        if decision.isSent {
            nodes[index].controller.learn(isRight: isRight, of: upload.scores, audit: decision.isAudit ? decision : nil)
            learned = isRight
        }
        nodes[index].counters.count(
            NodeCounters.Life(node: index, number: 0),
            isSent: decision.isSent,
            isAudit: decision.isAudit,
            cost: upload.cost
        )
        if kill != nil {
            nodes[index].log.append((upload, learned))
            if nodes[index].log.count == Self.save {
                nodes[index].saved = nodes[index].controller
                nodes[index].log.removeAll(keepingCapacity: true)
            }
        }
        count += 1
        if nodes.count > 1, count % Self.exchange == 0 { exchangeCredit() }
        return decision
    }

    /// What all nodes know together.
    var counts: NodeCounters.Counts {
        var counters = NodeCounters()
        for node in nodes { counters.merge(node.counters) }
        return counters.total
    }
    var first: StrictnessController { nodes[0].controller }

    /// From the last save, through the decisions the ledger has of it since: bit for bit where it died.
    private mutating func restart(_ index: Int) {
        var controller = nodes[index].saved
        for entry in nodes[index].log {
            let decision = controller.decide(on: entry.upload)
            guard let learned = entry.learned else { continue }
            let audit = decision.isAudit ? decision : nil
            controller.learn(isRight: learned, of: entry.upload.scores, audit: audit)
        }
        let credit = nodes[index].controller.credit
        nodes[index].controller = controller
        // The common part came from the others and is heard again at the next exchange.
        nodes[index].controller.credit = credit
    }

    /// Adds up what each node that can be heard owes since the last exchange.
    private mutating func exchangeCredit() {
        let isParted = partition?.contains(count) ?? false
        let heard = isParted ? 0..<(nodes.count - 1) : 0..<nodes.count
        let common = nodes[0].common + heard.reduce(0) { $0 + nodes[$1].controller.credit.images - nodes[$1].common }
        var counters = NodeCounters()
        for index in heard { counters.merge(nodes[index].counters) }
        for index in heard {
            nodes[index].counters = counters
            nodes[index].controller.credit = Credit(images: common)
            nodes[index].common = nodes[index].controller.credit.images
        }
    }
}
