package import Control
import Policy

/// A replay as a chart of text: send rate against its target, strictness, ceilings and spend, slice by slice.
package struct SimulationChart {
    private struct Slice {
        var uploads = 0
        var sent = 0
        var spent: Int64 = 0
        var earned: Int64 = 0
        var theta = 0.0
        var thresholds = Thresholds(sharpness: 0, saliencyArea: 0)
        var state = ControlState.hold
        var day = 0.0
    }

    private static let width = 41
    /// Half of what the scale spans, around the target.
    private static let reach = 0.1

    private let target: Double
    private let length: Int
    private var slices: [Slice] = []
    private var current = Slice()

    /// - Parameter length: Uploads of one slice.
    package init(target: Double, length: Int) {
        self.target = target
        self.length = max(1, length)
    }

    package mutating func add(_ row: TraceRow, _ decision: ControlDecision) {
        current.uploads += 1
        current.earned += row.revenue
        if decision.isSent {
            current.sent += 1
            current.spent += row.cost
        }
        current.theta += decision.theta
        current.thresholds = Thresholds(
            sharpness: max(current.thresholds.sharpness, decision.thresholds.sharpness),
            saliencyArea: max(current.thresholds.saliencyArea, decision.thresholds.saliencyArea)
        )
        current.state = decision.state
        current.day = Double(row.time) / 86_400_000
        guard current.uploads == length else { return }
        slices.append(current)
        current = Slice()
    }

    package var text: String {
        let left = "\(((target - Self.reach) * 100).fixed(1)) %"
        let right = "\(((target + Self.reach) * 100).fixed(1)) %"
        let gap = String(repeating: " ", count: max(1, Self.width - left.count - right.count))
        var lines = [
            "  day  rate    \(left)\(gap)\(right)  theta  sharp  area   spent/earned  state"
        ]
        for slice in slices {
            let rate = Double(slice.sent) / Double(slice.uploads)
            let money = slice.earned > 0 ? Double(slice.spent) / Double(slice.earned) : 0
            let columns = [
                padded(slice.day.fixed(1), 5), padded("\((rate * 100).fixed(1)) %", 7), " " + bar(rate),
                padded(Self.strictness(slice.theta / Double(slice.uploads)), 6),
                padded(slice.thresholds.sharpness.fixed(3), 6),
                padded(slice.thresholds.saliencyArea.fixed(3), 6), padded("\((money * 100).fixed(1)) %", 12),
                " " + slice.state.rawValue,
            ]
            lines.append(columns.joined(separator: " "))
        }
        lines.append("| is the target; theta is the mean strictness of a slice, thresholds are its strictest")
        return lines.joined(separator: "\n")
    }

    /// Past every rank the number says nothing more.
    private static func strictness(_ theta: Double) -> String { theta > 1 ? "> 1" : theta < 0 ? "< 0" : theta.fixed(3) }

    private func bar(_ rate: Double) -> String {
        let middle = Self.width / 2
        let offset = ((rate - target) / Self.reach * Double(middle)).rounded()
        let place = min(Self.width - 1, max(0, middle + Int(min(1000, max(-1000, offset)))))
        var cells = [Character](repeating: ".", count: Self.width)
        cells[middle] = "|"
        cells[place] = "o"
        return String(cells)
    }

    private func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
