/// How far the gates have been tightened on the way from conservative thresholds to the certified ceilings: one gate by
/// one rank-percent a day.
package struct Tightening: Sendable, Hashable {
    static let start = 0.05
    static let step = 0.01

    /// Ranks up to which each gate may reject.
    package private(set) var sharpness = start
    package private(set) var area = start
    private var lastDay: Int64?
    private var isAreaNext = false

    package init() {}

    /// Takes the day's step, if it has not been taken. The day it begins on is none.
    ///
    /// - Returns: Whether both gates have reached their certified ranks.
    mutating func advance(day: Int64, to certificate: Certificate) -> Bool {
        defer { lastDay = day }
        guard let lastDay, day > lastDay else { return false }
        let canSharpen = sharpness < certificate.sharpness.ceilingRank
        let canWiden = area < certificate.area.ceilingRank
        if canWiden, isAreaNext || !canSharpen {
            area = min(certificate.area.ceilingRank, area + Self.step)
            isAreaNext = false
        } else if canSharpen {
            sharpness = min(certificate.sharpness.ceilingRank, sharpness + Self.step)
            isAreaNext = true
        }
        return sharpness >= certificate.sharpness.ceilingRank && area >= certificate.area.ceilingRank
    }
}

extension Tightening {
    func store(in memory: inout MemoryWriter) {
        memory.put(sharpness)
        memory.put(area)
        memory.put(lastDay) { $0.put($1) }
        memory.put(isAreaNext)
    }

    init(_ memory: inout MemoryReader) {
        sharpness = memory.real()
        area = memory.real()
        lastDay = memory.optional { $0.long() }
        isAreaNext = memory.flag()
        if !(0...1).contains(sharpness) || !(0...1).contains(area) { memory.refuse() }
    }
}
