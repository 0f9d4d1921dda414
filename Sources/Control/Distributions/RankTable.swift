/// A score distribution at one moment: which share of uploads lies below a score, and which score lies above a share.
///
/// Ties are steps: a score that many uploads share stands in it as an atom.
package struct RankTable: Sendable, Hashable {
    /// A score that many uploads have exactly.
    struct Atom: Sendable, Hashable {
        let score: Double
        let place: ScoreScale.Place
        /// Share of the uploads.
        let mass: Double
    }

    /// Where a share of the uploads ends.
    package struct Cut: Sendable, Hashable {
        /// Scores below it are inside the share.
        package let score: Double
        /// Of the uploads with this very score, the part that is inside the share too, 0..<1.
        package let tieShare: Double

        /// The threshold for one upload: where the cut falls inside a tie, some of the tied lie below it and the others do not.
        ///
        /// - Parameter tie: 0..<1, from a hash of the upload's id.
        package func threshold(tie: Double) -> Double { tie < tieShare ? score.nextUp : score }
    }

    /// Share below the lower edge of each bin, and 1 at the end. Empty when nothing is known.
    private var below: [Double]
    private var atoms: [Atom]

    /// Nothing is known: every rank is 1/2.
    package init() {
        below = []
        atoms = []
    }

    package init(_ histogram: ScoreHistogram, ties: [(score: Double, share: Double)] = []) {
        self.init()
        guard histogram.total > 0 else { return }
        let scale = 1 / Double(histogram.total)
        below = [Double](repeating: 0, count: ScoreScale.bins + 1)
        var sum = 0
        for bin in 0..<ScoreScale.bins {
            sum += histogram.weights[bin]
            below[bin + 1] = Double(sum) * scale
        }
        for tie in ties.sorted(by: { $0.score < $1.score }) {
            let place = ScoreScale.place(of: tie.score)
            let taken = atoms.reduce(0) { $0 + ($1.place.bin == place.bin ? $1.mass : 0) }
            let mass = min(tie.share, below[place.bin + 1] - below[place.bin] - taken)
            if mass > 0 { atoms.append(Atom(score: tie.score, place: place, mass: mass)) }
        }
    }

    package var isEmpty: Bool { below.isEmpty }

    /// The share of uploads below a score, 0...1; half of those tied with it count.
    package func rank(of score: Double) -> Double { rank(of: score, at: ScoreScale.place(of: score)) }

    /// As `rank(of:)`, for a score whose place is known.
    func rank(of score: Double, at place: ScoreScale.Place) -> Double {
        guard !below.isEmpty else { return 0.5 }
        let start = below[place.bin]
        var spread = below[place.bin + 1] - start
        guard !atoms.isEmpty else { return start + spread * place.part }
        var steps = 0.0
        for atom in atoms where atom.place.bin == place.bin {
            spread -= atom.mass
            if atom.score < score { steps += atom.mass } else if atom.score == score { steps += atom.mass / 2 }
        }
        return start + max(0, spread) * place.part + steps
    }

    /// The score below which a share of the uploads lies. Shares below 0 end below every score, shares of 1 and more above
    /// every one.
    package func cut(at share: Double) -> Cut {
        guard share > 0 else { return Cut(score: 0, tieShare: 0) }
        guard share < 1, !below.isEmpty else { return Cut(score: 1.0.nextUp, tieShare: 0) }
        // The last bin whose lower edge is at or below the share.
        var low = 0
        var high = ScoreScale.bins
        while high - low > 1 {
            let middle = (low + high) / 2
            if below[middle] <= share { low = middle } else { high = middle }
        }
        let whole = below[low + 1] - below[low]
        let inside = share - below[low]
        guard whole > 0 else { return Cut(score: ScoreScale.score(bin: low, part: 0), tieShare: 0) }
        let here = atoms.filter { $0.place.bin == low }
        guard !here.isEmpty else {
            return Cut(score: ScoreScale.score(bin: low, part: min(inside / whole, 1)), tieShare: 0)
        }
        return cut(inside: inside, spread: max(0, whole - here.reduce(0) { $0 + $1.mass }), bin: low, atoms: here)
    }

    /// In a bin with ties: the even part and the steps, from the lowest score up.
    private func cut(inside: Double, spread: Double, bin: Int, atoms: [Atom]) -> Cut {
        var steps = 0.0
        for atom in atoms {
            let start = spread * atom.place.part + steps
            if inside < start { break }
            if inside < start + atom.mass {
                return Cut(score: atom.score, tieShare: (inside - start) / atom.mass)
            }
            steps += atom.mass
        }
        guard spread > 0 else { return Cut(score: (atoms.last?.score ?? 0).nextUp, tieShare: 0) }
        return Cut(score: ScoreScale.score(bin: bin, part: min((inside - steps) / spread, 1)), tieShare: 0)
    }
}
