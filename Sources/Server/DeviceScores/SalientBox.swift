import Documents

/// A box around something salient, in shares of the picture's sides, clipped to the picture. Which corner is the origin
/// does not matter: only areas are taken.
struct SalientBox: Sendable {
    let horizontal: ClosedRange<Double>
    let vertical: ClosedRange<Double>

    /// Nil when a side cannot be read or is negative.
    init?(_ node: DocumentNode, notes: inout DeviceNotes) throws(Problem) {
        let box = try AliasedObject(node, known: ["x", "y", "width", "height"])
        var sides: [Double] = []
        for key in ["x", "y", "width", "height"] {
            // Exactly -1 is a place here and no word for nothing.
            if box[key]?.double == -1 {
                sides.append(-1)
            } else if case .value(let value) = DeviceNumber.read(box[key], notes: &notes) {
                sides.append(value)
            } else {
                return nil
            }
        }
        guard sides[2] >= 0, sides[3] >= 0 else { return nil }
        horizontal = Self.clipped(sides[0], length: sides[2])
        vertical = Self.clipped(sides[1], length: sides[3])
    }

    private static func clipped(_ start: Double, length: Double) -> ClosedRange<Double> {
        let from = min(1, max(0, start))
        return from...max(from, min(1, start + length))
    }

    /// The share of the picture that at least one of `boxes` covers, 0...1.
    ///
    /// Complexity: quadratic.
    static func area(ofUnion boxes: [SalientBox]) -> Double {
        let edges = Set(boxes.flatMap { [$0.horizontal.lowerBound, $0.horizontal.upperBound] }).sorted()
        var area = 0.0
        for (left, right) in zip(edges, edges.dropFirst()) {
            let crossing = boxes.filter { $0.horizontal.lowerBound <= left && right <= $0.horizontal.upperBound }
                .map(\.vertical)
                .sorted { $0.lowerBound < $1.lowerBound }
            var covered = 0.0
            var top = 0.0
            for side in crossing {
                covered += max(0, side.upperBound - max(top, side.lowerBound))
                top = max(top, side.upperBound)
            }
            area += (right - left) * covered
        }
        return min(1, area)
    }
}
