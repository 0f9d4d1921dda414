package import Policy

/// What a profile asks of its controller.
package struct ControlSettings: Sendable, Hashable {
    /// Send rate to hold, audits included, 0...1.
    package var target: Double
    /// Probability with which a reject is sent all the same, 0...1.
    package var auditShare: Double
    /// Most false rejects allowed, as a share of uploads.
    package var falseRejectMax: Double
    package var confidence: Double
    /// The profile's own limits; certified ones apply inside them.
    package var limits: GateLimits
    /// Whether limits, phases and pace bind at all. Off only to check the dial itself.
    package var isClamped = true
    /// Whether ceilings may rise on labels that cost nothing, without asking: stands for an operator's approval.
    package var raises = false

    package init(
        target: Double,
        auditShare: Double,
        falseRejectMax: Double,
        confidence: Double,
        limits: GateLimits
    ) {
        self.target = target
        self.auditShare = auditShare
        self.falseRejectMax = falseRejectMax
        self.confidence = confidence
        self.limits = limits
    }

    /// - Parameter space: Whose scores it judges. A profile limits its own space alone; in another the certificate does.
    package init(_ profile: Profile, space: String? = nil) {
        let gate = profile.gate
        let own = GateLimits(
            sharpness: GateLimits.Range(floor: gate.sharpness.floor, ceiling: gate.sharpness.ceiling),
            area: GateLimits.Range(floor: gate.saliencyArea.floor, ceiling: gate.saliencyArea.ceiling)
        )
        self.init(
            target: profile.target.sendRate,
            auditShare: profile.falseRejects.auditShare,
            falseRejectMax: profile.falseRejects.max,
            confidence: profile.falseRejects.confidence,
            limits: space ?? profile.scoreSpace == profile.scoreSpace ? own : .none
        )
    }
}
