/// Everything one client platform is judged, budgeted and served by. Immutable; made only by validation.
package struct Profile: Sendable, Hashable {
    /// `[a-z][a-z0-9-]{0,31}`
    package let name: String
    package let scoreSpace: String
    package let phase: Phase
    package let gate: GateSettings
    package let target: TargetSettings
    package let falseRejects: FalseRejectSettings
    package let revenue: RevenueSettings
    package let budget: BudgetSettings
    package let cloud: CloudSettings
    package let governor: GovernorSettings
    package let cache: CacheSettings
    package let keepThumbnails: Bool
    /// Scorers on devices, by name.
    package let scoreSpaces: [String: ScoreSpaceSettings]
    package let devices: DeviceSettings
    package let door: DoorSettings
    package let deferral: DeferralSettings
    /// Nil: none.
    package let limits: LimitSettings?

    package init(
        name: String,
        scoreSpace: String,
        phase: Phase,
        gate: GateSettings,
        target: TargetSettings,
        falseRejects: FalseRejectSettings,
        revenue: RevenueSettings,
        budget: BudgetSettings,
        cloud: CloudSettings,
        governor: GovernorSettings,
        cache: CacheSettings,
        keepThumbnails: Bool,
        scoreSpaces: [String: ScoreSpaceSettings] = [:],
        devices: DeviceSettings = ProfileDefaults.devices,
        door: DoorSettings = ProfileDefaults.door,
        deferral: DeferralSettings = ProfileDefaults.deferral,
        limits: LimitSettings? = nil
    ) {
        self.name = name
        self.scoreSpace = scoreSpace
        self.phase = phase
        self.gate = gate
        self.target = target
        self.falseRejects = falseRejects
        self.revenue = revenue
        self.budget = budget
        self.cloud = cloud
        self.governor = governor
        self.cache = cache
        self.keepThumbnails = keepThumbnails
        self.scoreSpaces = scoreSpaces
        self.devices = devices
        self.door = door
        self.deferral = deferral
        self.limits = limits
    }
}

/// Whether a verdict counts.
package enum Phase: String, Sendable, CaseIterable {
    /// Verdicts are recorded; everything is sent.
    case measure
    /// Verdicts count.
    case enforce
}
