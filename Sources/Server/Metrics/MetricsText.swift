/// Prometheus text format 0.0.4, one family after the other, no series twice.
struct MetricsText {
    private(set) var text = ""

    enum Kind: String { case counter, gauge, histogram }

    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func sample(_ name: String, _ labels: [(String, String)] = [], _ value: String) {
        text += name + Self.rendered(labels) + " \(value)\n"
    }

    mutating func histogram(_ name: String, _ histogram: Histogram, help: String) {
        family(name, .histogram, help)
        let (cumulative, sum) = histogram.snapshot
        for (bound, count) in zip(histogram.bounds.map { "\($0)" } + ["+Inf"], cumulative) {
            sample(name + "_bucket", [("le", bound)], "\(count)")
        }
        sample(name + "_sum", [], "\(sum)")
        sample(name + "_count", [], "\(cumulative.last ?? 0)")
    }

    private static func rendered(_ labels: [(String, String)]) -> String {
        guard !labels.isEmpty else { return "" }
        let pairs = labels.map { name, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            return "\(name)=\"\(escaped)\""
        }
        return "{\(pairs.joined(separator: ","))}"
    }
}
