/// A sum of small decision trees (gradient boosting, Friedman 2001), read from text so that fitted constants stay data.
///
/// A tree a line, in the order of a walk that visits a node before its children, the left before the right: `7:-3.25` goes
/// left when feature 7 is at most -3.25, `0.125` is a leaf.
struct TreeSum: Sendable {
    private struct Node {
        /// Negative: a leaf.
        var feature: Int32
        var value: Float
        var right: Int32 = 0
    }

    private let base: Double
    private var nodes: [Node] = []
    private var roots: [Int32] = []

    /// `features`: how many there are. Stops on text that is no forest over them: it is part of the program.
    init(base: Double, _ text: String, features: Int) {
        self.base = base
        for line in text.split(separator: "\n") {
            let tokens = line.split(separator: " ")
            var next = 0
            roots.append(Int32(nodes.count))
            read(tokens, &next, features)
            precondition(next == tokens.count, "a tree with words left over")
        }
    }

    private mutating func read(_ tokens: [Substring], _ next: inout Int, _ features: Int) {
        precondition(next < tokens.count, "a tree that ends early")
        let parts = tokens[next].split(separator: ":")
        next += 1
        guard let value = parts.last.flatMap({ Float($0) }) else { preconditionFailure("a tree with a word in it") }
        let place = nodes.count
        guard parts.count == 2 else {
            nodes.append(Node(feature: -1, value: value))
            return
        }
        guard let feature = Int32(parts[0]), Int(feature) < features, feature >= 0 else {
            preconditionFailure("a tree over another feature")
        }
        nodes.append(Node(feature: feature, value: value))
        read(tokens, &next, features)
        nodes[place].right = Int32(nodes.count)
        read(tokens, &next, features)
    }

    /// The sum over all trees; `features` as many as the trees were read for.
    func value(of features: [Double]) -> Double {
        var sum = base
        for root in roots {
            var place = Int(root)
            while nodes[place].feature >= 0 {
                let node = nodes[place]
                place = Float(features[Int(node.feature)]) <= node.value ? place + 1 : Int(node.right)
            }
            sum += Double(nodes[place].value)
        }
        return sum
    }
}
