import Policy

/// How far the two thresholds may go at this moment: below a floor everything is junk, at and above a ceiling nothing
/// may be rejected.
package struct GateLimits: Sendable, Hashable {
    package struct Range: Sendable, Hashable {
        package var floor: Double
        package var ceiling: Double

        package init(floor: Double, ceiling: Double) {
            self.floor = floor
            self.ceiling = ceiling
        }

        func clamped(_ threshold: Double) -> Double { min(max(threshold, floor), ceiling) }
    }

    package var sharpness: Range
    package var area: Range

    package init(sharpness: Range, area: Range) {
        self.sharpness = sharpness
        self.area = area
    }

    /// No limit at all: thresholds from below every score to above every score.
    package static let none = GateLimits(
        sharpness: Range(floor: 0, ceiling: 1.0.nextUp),
        area: Range(floor: 0, ceiling: 1.0.nextUp)
    )

    func clamped(_ thresholds: Thresholds) -> Thresholds {
        Thresholds(
            sharpness: sharpness.clamped(thresholds.sharpness),
            saliencyArea: area.clamped(thresholds.saliencyArea)
        )
    }

    /// The strictest thresholds allowed.
    var ceilings: Thresholds { Thresholds(sharpness: sharpness.ceiling, saliencyArea: area.ceiling) }
    /// The loosest thresholds allowed.
    var floors: Thresholds { Thresholds(sharpness: sharpness.floor, saliencyArea: area.floor) }
}
