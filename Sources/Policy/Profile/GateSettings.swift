/// The gate's thresholds and switches.
package struct GateSettings: Sendable, Hashable {
    /// A threshold the dial may move: `min` when the dial is off and its start value when it is on.
    package struct Range: Sendable, Hashable {
        package let min: Double
        package let floor: Double
        package let ceiling: Double

        package init(min: Double, floor: Double, ceiling: Double) {
            self.min = min
            self.floor = floor
            self.ceiling = ceiling
        }
    }

    package let enabled: Bool
    package let sharpness: Range
    package let saliencyArea: Range
    package let abstractBypass: Bool
    package let ownWatermark: Bool
    /// What transparent pictures are judged on: red, green, blue.
    package let background: RGB
    package let deadline: Duration
    package let onDeadline: OnDeadline

    /// What an upload is answered when more work waits than the machine can do in time.
    package let onOverload: OnOverload

    package enum OnDeadline: String, Sendable, CaseIterable { case send }

    /// A local label at once, or an error (503) that asks the client to come again.
    package enum OnOverload: String, Sendable, CaseIterable { case localLabel, refuse }

    package struct RGB: Sendable, Hashable {
        package let red: UInt8
        package let green: UInt8
        package let blue: UInt8

        package init(red: UInt8, green: UInt8, blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }
    }

    package init(
        enabled: Bool,
        sharpness: Range,
        saliencyArea: Range,
        abstractBypass: Bool,
        ownWatermark: Bool,
        background: RGB,
        deadline: Duration,
        onDeadline: OnDeadline,
        onOverload: OnOverload = .localLabel
    ) {
        self.enabled = enabled
        self.sharpness = sharpness
        self.saliencyArea = saliencyArea
        self.abstractBypass = abstractBypass
        self.ownWatermark = ownWatermark
        self.background = background
        self.deadline = deadline
        self.onDeadline = onDeadline
        self.onOverload = onOverload
    }
}
