package import Control
package import Documents

/// Writes what a replay decided, one JSON object a line.
package struct TraceOutput {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func add(id: ArraySlice<UInt8>, _ decision: ControlDecision) {
        put(#"{"id":""#)
        bytes.append(contentsOf: id)
        put(decision.verdict == .send ? #"","verdict":"send","audit":"# : #"","verdict":"reject","audit":"#)
        put(decision.isAudit ? #"true,"theta":"# : #"false,"theta":"#)
        put(decision.theta.description)
        put(#","sharpnessMin":"#)
        put(decision.thresholds.sharpness.description)
        put(#","saliencyMin":"#)
        put(decision.thresholds.saliencyArea.description)
        put(#","state":""#)
        put(decision.state.rawValue)
        put("\"}\n")
    }

    /// Takes what was written so far out.
    package mutating func flush() -> String {
        defer { bytes.removeAll(keepingCapacity: true) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

extension SimulationSummary {
    /// Shares as they are; nil where there is nothing to say.
    package var json: JSON {
        [
            "uploads": .integer(Int64(uploads)),
            "sent": .integer(Int64(sent)),
            "sendRate": .double(Double(sent) / Double(max(1, uploads))),
            "meanWindowError": .double(meanWindowError),
            "p99WindowError": .double(p99WindowError),
            "dayError": .double(dayError),
            "settle": settle.map { .integer(Int64($0)) } ?? .null,
            "overshoot": .double(overshoot),
            "overspend": .double(overspend),
            "clampedShare": .double(clampedShare),
            "falseRejects": .double(falseRejects),
            "maxCumulativeError": .double(maxCumulativeError),
            "refusedByCaps": .integer(Int64(refusedByCaps)),
        ]
    }
}
