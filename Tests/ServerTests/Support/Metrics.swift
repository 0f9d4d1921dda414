import Testing

/// A scrape, checked against the text format while it is read: every sample follows the HELP and TYPE of its family,
/// and no series stands twice.
struct Metrics {
    struct Malformed: Error {
        let line: String
        let why: String
    }

    private(set) var samples: [String: String] = [:]
    private(set) var kinds: [String: String] = [:]

    init(_ text: String) throws {
        var helped: Set<String> = []
        var family = ""
        guard text.hasSuffix("\n") else { throw Malformed(line: "", why: "no line break at the end") }
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 3)
            if line.hasPrefix("# HELP ") {
                guard helped.insert(String(words[2])).inserted, words.count == 4 else {
                    throw Malformed(line: String(line), why: "helped twice or without a text")
                }
            } else if line.hasPrefix("# TYPE ") {
                family = String(words[2])
                guard helped.contains(family), kinds[family] == nil else {
                    throw Malformed(line: String(line), why: "a type without help, or twice")
                }
                kinds[family] = String(words[3])
            } else {
                try add(String(line), family: family)
            }
        }
    }

    private mutating func add(_ line: String, family: String) throws {
        guard let space = line.lastIndex(of: " ") else { throw Malformed(line: line, why: "no value") }
        let series = String(line[..<space])
        let value = String(line[line.index(after: space)...])
        let name = series.prefix { $0 != "{" }
        let isOfFamily =
            kinds[family] == "histogram"
            ? ["_bucket", "_sum", "_count"].contains { name == family + $0 } : name == family
        guard isOfFamily else { throw Malformed(line: line, why: "not of family \(family)") }
        // A cap that nobody set, a rate of nothing: absent, never infinite.
        guard Double(value)?.isFinite == true else { throw Malformed(line: line, why: "no finite number") }
        guard samples.updateValue(value, forKey: series) == nil else { throw Malformed(line: line, why: "twice") }
    }

    subscript(series: String) -> String? { samples[series] }

    /// The series of a counter, and the buckets, sums and counts of histograms: all that may only rise.
    var rising: [String: Double] {
        samples.filter { series, _ in
            let name = String(series.prefix { $0 != "{" })
            if kinds[name] == "counter" { return true }
            return kinds.contains { family, kind in kind == "histogram" && name.hasPrefix(family + "_") }
        }
        .compactMapValues(Double.init)
    }
}
