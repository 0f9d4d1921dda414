internal import Devices
public import Foundation
internal import Policy

/// What decides on this device, in words.
public struct PolicyStatus: Sendable, Hashable {
    /// One measure of the gate.
    public struct Step: Sendable, Hashable {
        /// `sharpness`, `labels`, `saliency`.
        public let name: String
        /// Seconds, after which the device goes on without it.
        public let budget: TimeInterval
        /// `low`, `mid`, `high`: the classes of device that run it.
        public let classes: Set<String>

        init(_ step: DeviceSettings.Step) {
            name = step.name.rawValue
            budget = step.budget.timeInterval
            classes = Set(step.classes.map(\.rawValue))
        }
    }

    /// 0: nothing was ever verified here, everything is sent.
    public let revision: Int
    /// Whether rejects count; false while measuring, when the gate is off, and when the policy is stale.
    public let enforces: Bool
    public let isStale: Bool
    /// Longer side of an upload, pixels, and its quality, 0...1.
    public let uploadMaxSide: Int
    public let uploadQuality: Double
    /// How long the whole gate may take, seconds; past it a picture is sent.
    public let gateDeadline: TimeInterval
    /// In the order they run.
    public let steps: [Step]
    /// Pictures of one run over a library.
    public let maxImagesPerRun: Int
    /// Apps below these are warned, and refused.
    public let warnBelow: String?
    public let blockBelow: String?

    init(_ policy: DevicePolicy, shelf: PolicyShelf, at now: Date) {
        revision = policy.revision
        enforces = policy.phase == .enforce && policy.isGateEnabled && policy.space != nil
        isStale = shelf.isStale(at: now)
        uploadMaxSide = policy.devices.uploadMaxSide
        uploadQuality = policy.devices.uploadQuality
        gateDeadline = policy.deadline.timeInterval
        steps = policy.devices.steps.map(Step.init)
        maxImagesPerRun = policy.devices.maxImagesPerRun
        warnBelow = policy.devices.warnBelow?.text
        blockBelow = policy.devices.blockBelow?.text
    }
}
