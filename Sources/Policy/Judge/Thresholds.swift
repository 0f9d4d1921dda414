/// The thresholds in force for one upload. A score below its threshold rejects; equal sends.
package struct Thresholds: Sendable, Hashable {
    package let sharpness: Double
    package let saliencyArea: Double

    package init(sharpness: Double, saliencyArea: Double) {
        self.sharpness = sharpness
        self.saliencyArea = saliencyArea
    }

    /// The thresholds of a profile whose dial is off.
    package static func start(of gate: GateSettings) -> Thresholds {
        Thresholds(sharpness: gate.sharpness.min, saliencyArea: gate.saliencyArea.min)
    }
}
