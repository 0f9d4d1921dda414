/// Made-up traffic of a wallpaper app for `torii simulate --preset`: a mixture of useful, blurry, empty and hopeless
/// pictures, and what may happen to it.
package struct PresetTraffic: Sendable {
    package enum Preset: String, Sendable, CaseIterable { case stationary, drift, phone, spam, diurnal, low }

    /// A kind of picture: its share, and both scores as log odds (mean and spread).
    private struct Kind {
        var share: Double
        var sharpness: (mean: Double, spread: Double)
        var area: (mean: Double, spread: Double)
        let isUseful: Bool
    }

    private static let kinds = [
        Kind(share: 0.37, sharpness: (1.7, 0.55), area: (0.4, 0.65), isUseful: true),
        Kind(share: 0.00012, sharpness: (-0.8, 1), area: (0.2, 1), isUseful: true),
        Kind(share: 0.375, sharpness: (-1.9, 0.65), area: (-0.6, 1.2), isUseful: false),
        Kind(share: 0.225, sharpness: (1.3, 0.8), area: (-3.4, 0.55), isUseful: false),
        Kind(share: 0.02988, sharpness: (1.2, 0.8), area: (0.2, 0.8), isUseful: false),
    ]
    private static let useful = 0
    private static let blurry = 2
    private static let empty = 3
    private static let cost: Int64 = 682_000

    private let preset: Preset
    private let target: Double
    private var state: UInt64
    private let perDay: Int
    private let days: Int
    private var number = 0

    package init(_ preset: Preset, target: Double, seed: UInt64) {
        self.preset = preset
        self.target = target
        state = TraceRow.mixed(seed &+ 0x51_7CC1)
        perDay = preset == .low ? 50 : 9000
        days = preset == .low ? 160 : 8
    }

    /// A measure week before it: 63,000 uploads without any event.
    package static func week(target: Double, seed: UInt64) -> [TraceRow] {
        var traffic = PresetTraffic(.stationary, target: target, seed: seed &+ 0x0E_EC)
        return (0..<63_000).compactMap { _ in traffic.next() }
    }

    package var count: Int { perDay * days }

    /// The next upload; nil at the end.
    package mutating func next() -> TraceRow? {
        guard number < count else { return nil }
        defer { number += 1 }
        let day = Double(number) / Double(perDay)
        let hour = Double(number % perDay) / Double(perDay) * 24
        var kinds = Self.kinds
        if preset == .diurnal {
            // Night and day trade blurry against useful pictures.
            let swing = 0.1 * (1 - abs(hour - 15) / 6)
            kinds[Self.blurry].share -= swing
            kinds[Self.useful].share += swing
        }
        if preset == .spam, day >= 3, day < 4 {
            kinds.append(Kind(share: 0.54, sharpness: (-3.2, 0.4), area: (-0.6, 1.2), isUseful: false))
        }
        var pick = uniform() * kinds.reduce(0) { $0 + $1.share }
        var index = 0
        while index + 1 < kinds.count, pick >= kinds[index].share {
            pick -= kinds[index].share
            index += 1
        }
        let kind = kinds[index]
        let odds = kind.sharpness.mean + shift(day) + kind.sharpness.spread * normal()
        let areaOdds = kind.area.mean + kind.area.spread * normal()
        return row(odds, areaOdds, isUseful: kind.isUseful, isSpam: index > 4, day: day)
    }

    private mutating func row(_ odds: Double, _ areaOdds: Double, isUseful: Bool, isSpam: Bool, day: Double) -> TraceRow
    {
        let mark = uniform()
        var row = TraceRow()
        row.time = Int64(number) * TrafficForecast.dayLength / Int64(perDay)
        row.hash = TraceRow.mixed(UInt64(number) &+ 1)
        row.client = isSpam && uniform() < 0.9 ? 1 : TraceRow.mixed(UInt64(number % 4001) &+ 7)
        row.sharpness = 1 / (1 + Curves.exp(-odds))
        row.attentionArea = 1 / (1 + Curves.exp(-areaOdds))
        row.objectnessArea = row.attentionArea
        row.coarse = mark < 0.02 ? .abstract : .photoLike
        row.isOwn = mark >= 0.02 && mark < 0.03
        row.isRight = isUseful && !row.isOwn
        row.eta = row.isRight ? 1 : 0
        row.cost = Self.cost
        let earning = preset == .diurnal && day >= 4 && day < 6 ? 0.88 : 1
        row.revenue = Int64(Double(Self.cost) * target * 1.02 * earning)
        return row
    }

    /// How far the day has moved every sharpness.
    private mutating func shift(_ day: Double) -> Double {
        switch preset {
        case .drift: -0.9 * min(1, max(0, (day - 1) / 5))
        case .phone: day >= 3 && uniform() < 0.6 ? 1.2 : 0
        case .low: day >= 60 ? -0.5 : 0
        case .stationary, .spam, .diurnal: 0
        }
    }

    /// 0..<1.
    private mutating func uniform() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Double(TraceRow.mixed(state) >> 11) * 0x1p-53
    }

    /// A standard normal number, by Marsaglia's polar method.
    private mutating func normal() -> Double {
        while true {
            let x = 2 * uniform() - 1
            let y = 2 * uniform() - 1
            let square = x * x + y * y
            if square > 0, square < 1 { return x * (-2 * Curves.ln(square) / square).squareRoot() }
        }
    }
}
