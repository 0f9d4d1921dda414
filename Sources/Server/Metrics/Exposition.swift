import Economics

/// Metric families as text, one after the other, no series twice: the Prometheus text format 0.0.4, or OpenMetrics 1.0
/// for scrapers that ask for it.
struct Exposition {
    enum Dialect: Sendable {
        case prometheus, openMetrics

        /// By the scrape's `Accept` header.
        init(accept: String?) {
            self = accept?.contains("application/openmetrics-text") == true ? .openMetrics : .prometheus
        }

        var contentType: String {
            switch self {
            case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
            case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
            }
        }
    }

    enum Kind: String { case counter, gauge, histogram }

    typealias Labels = [(name: String, value: String)]

    let dialect: Dialect
    private var lines = ""

    init(_ dialect: Dialect) { self.dialect = dialect }

    /// The whole text, ended as its dialect demands.
    var text: String { dialect == .openMetrics ? lines + "# EOF\n" : lines }

    /// Begins a family; its samples follow at once. Names of counters end with `_total`, which OpenMetrics leaves out here.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        let total = "_total"
        let isShort = dialect == .openMetrics && kind == .counter && name.hasSuffix(total)
        let written = isShort ? String(name.dropLast(total.count)) : name
        lines += "# HELP \(written) \(help)\n# TYPE \(written) \(kind.rawValue)\n"
    }

    /// An exemplar stands only where the dialect knows them.
    mutating func sample(_ name: String, _ labels: Labels = [], _ value: String, exemplar: Exemplar? = nil) {
        lines += name + Self.rendered(labels) + " \(value)"
        if let exemplar, dialect == .openMetrics {
            let label = Self.rendered([("decision_id", exemplar.decisionID)])
            lines += " # \(label) \(exemplar.value) \(exemplar.at.decimalSeconds)"
        }
        lines += "\n"
    }

    /// A family of one histogram for each set of labels.
    mutating func histograms(_ name: String, _ series: [(Labels, Histogram)], help: String) {
        family(name, .histogram, help)
        for (labels, histogram) in series {
            let look = histogram.look
            for (bound, bucket) in zip(histogram.bounds.map { "\($0)" } + ["+Inf"], look.buckets) {
                sample(name + "_bucket", labels + [("le", bound)], "\(bucket.cumulative)", exemplar: bucket.exemplar)
            }
            sample(name + "_sum", labels, "\(look.sum)")
            sample(name + "_count", labels, "\(look.buckets.last?.cumulative ?? 0)")
        }
    }

    private static func rendered(_ labels: Labels) -> String {
        guard !labels.isEmpty else { return "" }
        let pairs = labels.map { name, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            return "\(name)=\"\(escaped)\""
        }
        return "{\(pairs.joined(separator: ","))}"
    }
}

/// One upload that a count or bucket stands for, so that a slow bucket leads to its decision.
struct Exemplar: Sendable {
    let decisionID: String
    /// In the unit of its family.
    let value: Double
    let at: Timestamp
}

extension Timestamp {
    /// Seconds since 1970 with a fraction, as metrics write them.
    var decimalSeconds: String {
        let fraction = "\(microseconds % 1_000_000)"
        return "\(seconds).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)"
    }
}
