/// How narrow edges are where noise hides it from every measure of single pixels: gradients of the picture, and of it halved,
/// beside those of the halved picture blurred, along edges that only the blurred one has to show. A narrow edge is several
/// times as steep at full size, a blurred one hardly steeper. What noise adds on average is taken off, and what it may add by
/// chance in a window is known.
///
/// Measured only under noise; all 0 elsewhere and with fewer than 12 edges.
struct NarrowEdges: Sendable {
    /// Levels of noise from which these say more than the other measures.
    static let leastNoise = 0.7
    private static let enough = 12
    /// Tiles of 16 pixels a side: what a subject in focus fills, a subject and what is around it, a quarter of the picture.
    private static let windows = [4, 6, 8]
    /// Standard errors taken off the best window.
    private static let errors = [0.0, 2, 4]
    /// Of the edges, in percent.
    private static let few = 3

    static let names = names(of: "narrow") + names(of: "halfNarrow")

    private static func names(of base: String) -> [String] {
        let overall = ["", "Weighted", "Strongest", "Steepest"].map { base + $0 }
        return overall
            + windows.flatMap { side -> [String] in
                errors.map { "\(base)\(side)Less\(Int($0))" } + ["\(base)\(side)Median"]
            }
    }

    /// In the order of `names`, square roots of ratios of energies. First the picture's, then the halved one's: of all edges,
    /// weighted by their strength, of the strongest three in a hundred, of the steepest; then by windows, weighted: the
    /// best less some errors, the median.
    let values: [Double]
    /// Whether there were noise and edges to measure at.
    let isKnown: Bool

    /// `gradient`: squared, of the whole picture of `width`. `noise`: gray 0...1.
    init(_ gradient: [Int32], width: Int, _ half: SignedPlane, noise: Double) {
        let edges = 255 * noise >= Self.leastNoise ? CoarseEdges(gradient, width: width, half, noise: 255 * noise) : nil
        guard let edges, edges.all.count >= Self.enough else {
            values = [Double](repeating: 0, count: Self.names.count)
            isKnown = false
            return
        }
        let shares = [Self.overall(edges) { $0.fine }, Self.overall(edges) { $0.middle }]
        let (fine, middle) = Self.byWindows(edges)
        values = shares[0] + fine + shares[1] + middle
        isKnown = true
    }

    private static func root(_ energy: Double, _ coarse: Double) -> Double {
        (max(energy, 0) / max(coarse, 1e-6)).squareRoot()
    }

    private static func overall(_ edges: CoarseEdges, _ energy: (CoarseEdge) -> Double) -> [Double] {
        let all = edges.all
        let count = max(enough, all.count * few / 100)
        func share(_ some: ArraySlice<CoarseEdge>) -> Double {
            root(some.reduce(0) { $0 + energy($1) }, some.reduce(0) { $0 + $1.coarse })
        }
        // Ties by place: the list is in the order of rows.
        let strongest = all.indices.sorted { (all[$1].coarse, $0) < (all[$0].coarse, $1) }.prefix(count).map { all[$0] }
        let steepest = all.indices.sorted { (all[$1].slope, $0) < (all[$0].slope, $1) }.prefix(count).map { all[$0] }
        return [
            share(all[...]),
            root(all.reduce(0) { $0 + energy($1) * $1.coarse }, all.reduce(0) { $0 + $1.coarse * $1.coarse }),
            share(strongest[...]), share(steepest[...]),
        ]
    }

    private static func byWindows(_ edges: CoarseEdges) -> (fine: [Double], middle: [Double]) {
        let count = edges.across * edges.down
        var (edgeCount, weight, fine) = (
            [Float](repeating: 0, count: count), [Float](repeating: 0, count: count),
            [Float](repeating: 0, count: count)
        )
        var (middle, variance) = (fine, fine)
        // Energies of four neighbours, half of what noise adds to each of them moves together.
        let added = CoarseEdges.noiseShare * edges.noise * edges.noise / 2
        for edge in edges.all {
            guard let tile = edges.tile(of: edge) else { continue }
            let square = edge.coarse * edge.coarse
            edgeCount[tile] += 1
            weight[tile] += Float(square)
            fine[tile] += Float(edge.fine * edge.coarse)
            middle[tile] += Float(edge.middle * edge.coarse)
            variance[tile] += Float((2 * added * added + 2 * added * edge.coarse) * square)
        }
        var found = (fine: [Double](), middle: [Double]())
        for side in windows {
            func sums(_ plane: [Float]) -> [Float] { Blocks.sums(plane, across: edges.across, side: side).values }
            let (counts, weights, variances) = (sums(edgeCount), sums(weight), sums(variance))
            let known = counts.indices.filter { counts[$0] >= Float(enough) }
            func statistics(_ plane: [Float], _ share: Double) -> [Double] {
                let energies = sums(plane)
                let ratios = known.map { Double(energies[$0]) / max(Double(weights[$0]), 1e-6) }
                let unsure = known.map { share * Double(variances[$0]).squareRoot() / max(Double(weights[$0]), 1e-6) }
                let best = errors.map { errors in
                    zip(ratios, unsure).reduce(0.0) { max($0, $1.0 - errors * $1.1) }.squareRoot()
                }
                return best + [max(Percentile.value(50, of: ratios.map(Float.init).span), 0).squareRoot()]
            }
            found.fine += statistics(fine, 1)
            found.middle += statistics(middle, 0.5)
        }
        return found
    }
}
