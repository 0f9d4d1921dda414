/// A group of shares that mean the same thing, brought to 0...1. The same on both sides of the wire.
package struct DeviceShares: Sendable {
    /// Nil where nothing usable came.
    package let values: [Double?]
    package let isScaledPercent: Bool
    /// False: one of them fits no scale, so that none can be trusted.
    package let isUsable: Bool

    /// When the largest is in (10, 100] and every other one 0 or at least 1, the group is percent. Hairs below 0 and above 1
    /// are clipped. Anything else past 1 makes the whole group unusable; a negative one only itself.
    ///
    /// - Parameter numbers: Finite; nil where nothing was measured.
    package init(_ numbers: [Double?]) {
        let clipped = numbers.map { number -> Double? in
            guard let value = number else { return nil }
            switch value {
            case 0: return 0  // And not -0.
            case -0.001..<0: return 0
            case ..<0: return nil
            case 1...1.001: return 1
            default: return value
            }
        }
        let largest = clipped.reduce(0) { max($0, $1 ?? 0) }
        let isPercent = largest > 10 && largest <= 100 && clipped.allSatisfy { $0 == nil || $0 == 0 || $0 ?? 0 >= 1 }
        isScaledPercent = isPercent
        isUsable = isPercent || largest <= 1
        values = isPercent ? clipped.map { $0.map { $0 / 100 } } : isUsable ? clipped : clipped.map { _ in nil }
    }
}
