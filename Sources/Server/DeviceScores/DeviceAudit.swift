import Control

/// A picture its device rejected and drew, by hash of the image's id, to be sent all the same.
package struct DeviceAudit: Sendable {
    /// The scorer that rejected it.
    let space: String
    /// As its device saw them.
    let scores: GateScores
    /// Of the policy the device judged by, 0...1.
    let propensity: Double
}
