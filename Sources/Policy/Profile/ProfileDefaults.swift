/// What a profile is when its document leaves a key out: the one place where defaults are written down.
///
/// Without a default, and therefore required: `name`, `scoreSpace`, `phase`, `gate.sharpness.min`,
/// `gate.saliencyArea.min`, `target.sendRate`, `revenue.ecpm`, `revenue.impressionsPerUpload`, `budget.timeZone`,
/// `cloud.model`, `cloud.contract`, and of each score space `sharpness.min` and `saliencyArea.min`. `floor` and `ceiling`
/// of a threshold default to its `min` (the dial may not move it); a score space measures both areas and has no labels;
/// `budget.monthly`, `budget.weekly`, `budget.daily`, `budget.perKey`, `budget.maxShareOfRevenue` and
/// `governor.nightWindow` default to none.
package enum ProfileDefaults {
    package static let gateEnabled = true
    package static let abstractBypass = true
    package static let ownWatermark = true
    package static let background = GateSettings.RGB(red: 255, green: 255, blue: 255)
    package static let gateDeadline = Duration.milliseconds(800)
    package static let onDeadline = GateSettings.OnDeadline.send
    package static let onOverload = GateSettings.OnOverload.localLabel

    /// Of a score space's heat maps.
    package static let cellThreshold = 0.30

    package static let targetMode = TargetSettings.Mode.off

    package static let falseRejectMax = 0.00018
    /// Or `falseRejects.max`, when that is smaller.
    package static let falseRejectGoal = 0.0001
    package static let confidence = 0.95
    package static let auditShare = 0.05

    package static let alerts = [0.8]
    package static let firstWeekday = Weekday.monday
    package static let onCap = BudgetSettings.OnCap.localLabel
    package static let onPaceBlocked = BudgetSettings.OnPaceBlocked.spend

    package static let mediaResolution = CloudSettings.MediaResolution.low
    package static let maxOutputTokens = 512
    package static let cloudDeadline = Duration.seconds(8)
    package static let tier = CloudSettings.Tier.standard
    package static let imageMaxSide = 512
    package static let imageQuality = 0.78
    package static let language = "en"
    package static let hint = false

    package static let governor = GovernorSettings(
        pauseAtThermal: .serious,
        pause: .seconds(5),
        minBattery: 0.20,
        resumeBattery: 0.25,
        backgroundNeeds: [.charging, .wifi],
        nightWindow: nil
    )

    package static let devices = DeviceSettings(
        steps: [
            DeviceSettings.Step(
                name: .sharpness,
                budget: .milliseconds(60),
                classes: Set(DeviceSettings.Class.allCases)
            ),
            DeviceSettings.Step(
                name: .labels,
                budget: .milliseconds(200),
                classes: Set(DeviceSettings.Class.allCases)
            ),
            // Segmentation takes a slow phone longer than the whole gate may.
            DeviceSettings.Step(name: .saliency, budget: .milliseconds(400), classes: [.mid, .high]),
        ],
        maxImagesPerRun: 500,
        uploadMaxSide: 1024,
        uploadQuality: 0.80,
        uploadFormats: [.heic, .jpeg, .webp],
        minFetchInterval: .seconds(6 * 3600),
        staleAfter: .seconds(7 * 86_400),
        onStale: .measure,
        warnBelow: nil,
        blockBelow: nil,
        rollout: Rollout(salt: "all", share: 1),
        dayBackgroundShare: 0.25
    )

    package static let deferral = DeferralSettings(deadline: .seconds(24 * 3600), callback: nil)

    package static let door = DoorSettings(onReject: .block)

    /// Copies that were recompressed or resized differ in a few bits, strangers in 58 and more.
    package static let cache = CacheSettings(near: false, nearDistance: 15, nearRecheck: 0.05)
    package static let keepThumbnails = false
}
