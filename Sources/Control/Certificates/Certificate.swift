/// What a finished measure phase proves: how strict each gate may become, and the evidence for it.
///
/// It speaks of the uploads it saw: with these thresholds, at most `bound` of them lost an answer the cloud got right.
package struct Certificate: Sendable, Hashable {
    /// One gate's certified threshold, as a score and as the share of uploads below it: the first binds when pictures
    /// get sharper, the second when they get darker.
    package struct Gate: Sendable, Hashable {
        package let ceiling: Double
        package let ceilingRank: Double
        /// Below it everything was proven junk.
        package let floor: Double
        /// The 5th percentile of its scores.
        package let conservative: Double

        package init(ceiling: Double, ceilingRank: Double, floor: Double, conservative: Double) {
            self.ceiling = ceiling
            self.ceilingRank = ceilingRank
            self.floor = floor
            self.conservative = conservative
        }
    }

    /// w: the saliency gate stands at w times the sharpness gate's rank.
    package let pathWeight: Double
    package let sharpness: Gate
    package let area: Gate
    /// Labelled uploads.
    package let uploads: Int
    /// Of them, those the ceilings would have rejected although the cloud got them right.
    package let falseRejects: Int
    /// Exact upper bound on the share of false rejects.
    package let bound: Double
    package let confidence: Double
    /// Milliseconds of the first and the last upload.
    package let from: Int64
    package let to: Int64

    package init(
        pathWeight: Double,
        sharpness: Gate,
        area: Gate,
        uploads: Int,
        falseRejects: Int,
        bound: Double,
        confidence: Double,
        from: Int64,
        to: Int64
    ) {
        self.pathWeight = pathWeight
        self.sharpness = sharpness
        self.area = area
        self.uploads = uploads
        self.falseRejects = falseRejects
        self.bound = bound
        self.confidence = confidence
        self.from = from
        self.to = to
    }

    /// With another sharpness ceiling: provisional, the bound is the old one's.
    func raised(sharpness ceiling: Double, rank: Double) -> Certificate {
        Certificate(
            pathWeight: pathWeight,
            sharpness: Gate(
                ceiling: ceiling,
                ceilingRank: max(sharpness.ceilingRank, rank),
                floor: sharpness.floor,
                conservative: sharpness.conservative
            ),
            area: area,
            uploads: uploads,
            falseRejects: falseRejects,
            bound: bound,
            confidence: confidence,
            from: from,
            to: to
        )
    }
}

extension Certificate {
    func store(in memory: inout MemoryWriter) {
        memory.put(pathWeight)
        for gate in [sharpness, area] {
            memory.put(gate.ceiling)
            memory.put(gate.ceilingRank)
            memory.put(gate.floor)
            memory.put(gate.conservative)
        }
        memory.put(uploads)
        memory.put(falseRejects)
        memory.put(bound)
        memory.put(confidence)
        memory.put(from)
        memory.put(to)
    }

    init(_ memory: inout MemoryReader) {
        func gate(_ memory: inout MemoryReader) -> Gate {
            Gate(
                ceiling: memory.real(),
                ceilingRank: memory.real(),
                floor: memory.real(),
                conservative: memory.real()
            )
        }
        self.init(
            pathWeight: memory.real(),
            sharpness: gate(&memory),
            area: gate(&memory),
            uploads: memory.integer(),
            falseRejects: memory.integer(),
            bound: memory.real(),
            confidence: memory.real(),
            from: memory.long(),
            to: memory.long()
        )
        if !(0.1...1).contains(pathWeight) { memory.refuse() }
    }
}
