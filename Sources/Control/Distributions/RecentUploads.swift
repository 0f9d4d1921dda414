/// The last few thousand uploads with both scores, so that the share any strictness would send can be counted.
package struct RecentUploads: Sendable, Hashable {
    package struct Sample: Sendable, Hashable {
        /// NaN where the sharpness gate cannot reject it.
        let sharpness: Double
        /// The larger saliency area; NaN where the saliency gate cannot reject it.
        let area: Double
        let sharpnessPlace: ScoreScale.Place
        let areaPlace: ScoreScale.Place
        let isOwn: Bool

        package init(_ scores: GateScores) {
            sharpness = scores.sharpness ?? .nan
            area = scores.area ?? .nan
            sharpnessPlace = ScoreScale.place(of: scores.sharpness ?? 1)
            areaPlace = ScoreScale.place(of: scores.area ?? 1)
            isOwn = scores.isOwn
        }
    }

    package let capacity: Int
    private var samples: [Sample] = []
    private var next = 0

    package init(capacity: Int) {
        precondition(capacity > 0, "a window of nothing")
        self.capacity = capacity
        samples.reserveCapacity(capacity)
    }

    package var count: Int { samples.count }

    /// Takes one upload; gives back the one it pushed out.
    package mutating func add(_ sample: Sample) -> Sample? {
        guard samples.count == capacity else {
            samples.append(sample)
            return nil
        }
        let oldest = samples[next]
        samples[next] = sample
        next = next + 1 == capacity ? 0 : next + 1
        return oldest
    }

    /// Calls `body` with every sample, the order being nobody's business.
    func forEach(_ body: (Sample) -> Void) {
        for index in 0..<samples.count { body(samples[index]) }
    }
}

extension RecentUploads {
    /// As scores, in the order of their places.
    func store(in memory: inout MemoryWriter) {
        memory.put(next)
        memory.put(samples.map(\.sharpness))
        memory.put(samples.map(\.area))
        memory.put(samples.map(\.isOwn))
    }

    init(_ memory: inout MemoryReader, capacity: Int) {
        self.init(capacity: capacity)
        next = memory.integer()
        let sharpnesses = memory.reals()
        let areas = memory.reals()
        let own = memory.flags()
        guard sharpnesses.count == areas.count, areas.count == own.count, own.count <= capacity,
            next == 0 || (0..<own.count).contains(next), own.count == capacity || next == 0
        else {
            memory.refuse()
            return
        }
        for index in own.indices {
            samples.append(
                Sample(
                    GateScores(
                        sharpness: sharpnesses[index].isNaN ? nil : sharpnesses[index],
                        area: areas[index].isNaN ? nil : areas[index],
                        isOwn: own[index]
                    )
                )
            )
        }
    }
}
