/// What every strictness would reject among the last few thousand uploads.
struct StrictnessCensus {
    private static let bins = 2048

    /// Uploads by the strictness above which they are rejected, 0...1.
    private var counts = [Int32](repeating: 0, count: bins)
    /// Uploads rejected at any strictness: below a floor, or our own.
    private var always = 0
    /// Uploads no strictness rejects: above a ceiling, or without a score that could.
    private var never = 0
    private var whole = 0

    init(_ controller: borrowing StrictnessController) {
        let limits = controller.limits
        let isClamped = controller.settings.isClamped
        let weight = controller.certificate?.pathWeight ?? StrictnessController.standardWeight
        let sharpnessTable = controller.sharpnessTable
        let areaTable = controller.areaTable
        var counts = counts
        var always = 0
        var never = 0
        controller.traffic.recent.forEach { sample in
            if sample.isOwn {
                always += 1
                return
            }
            if isClamped, sample.sharpness < limits.sharpness.floor || sample.area < limits.area.floor {
                always += 1
                return
            }
            var strictness = Double.infinity
            if !sample.sharpness.isNaN, !isClamped || sample.sharpness < limits.sharpness.ceiling {
                strictness = sharpnessTable.rank(of: sample.sharpness, at: sample.sharpnessPlace)
            }
            if !sample.area.isNaN, !isClamped || sample.area < limits.area.ceiling {
                strictness = min(strictness, areaTable.rank(of: sample.area, at: sample.areaPlace) / weight)
            }
            if strictness > 1 {
                never += 1
            } else {
                counts[min(Self.bins - 1, Int(strictness * Double(Self.bins)))] += 1
            }
        }
        self.counts = counts
        self.always = always
        self.never = never
        whole = controller.traffic.recent.count
    }

    /// The strictness that rejects a share of the uploads, as far as one does, 0...1.
    func strictness(rejecting share: Double) -> Double {
        var rest = share * Double(whole) - Double(always)
        guard rest > 0 else { return 0 }
        for bin in 0..<Self.bins {
            let here = Double(counts[bin])
            if here >= rest { return (Double(bin) + rest / here) / Double(Self.bins) }
            rest -= here
        }
        return 1
    }

    /// Share sent at the strictest thresholds allowed, 0...1.
    var sentAtCeilings: Double { Double(never) / Double(max(1, whole)) }
    /// Share rejected at the loosest thresholds allowed, 0...1.
    var rejectedAtFloors: Double { Double(always) / Double(max(1, whole)) }
}
