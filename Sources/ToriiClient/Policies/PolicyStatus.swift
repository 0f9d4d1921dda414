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

    /// How an app's version stands with the policy.
    public enum Standing: String, Sendable, CaseIterable {
        case served
        /// Served still: ask for an update.
        case deprecated
        /// Refused with 426: classify on the device, and ask for an update.
        case blocked
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
    public let standing: Standing

    init(_ policy: DevicePolicy, shelf: PolicyShelf, appVersion: String, at now: Date) {
        revision = policy.revision
        enforces = policy.phase == .enforce && policy.isGateEnabled && policy.space != nil
        isStale = shelf.isStale(at: now)
        uploadMaxSide = policy.devices.uploadMaxSide
        uploadQuality = policy.devices.uploadQuality
        gateDeadline = policy.deadline.timeInterval
        steps = policy.devices.steps.map(Step.init)
        maxImagesPerRun = policy.devices.maxImagesPerRun
        standing = Self.standing(of: appVersion, under: policy.devices)
    }

    /// A version nobody can read is served, as on the server.
    private static func standing(of appVersion: String, under devices: DeviceSettings) -> Standing {
        guard let version = ClientVersion(appVersion) else { return .served }
        if let oldest = devices.blockBelow, version < oldest { return .blocked }
        if let oldest = devices.warnBelow, version < oldest { return .deprecated }
        return .served
    }
}
