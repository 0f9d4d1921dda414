package import Economics
package import Policy

/// What a device needs of a revision to judge for itself: no money, no budgets, no send-rate targets. The server writes it,
/// signs the bytes, and devices read it with the same code.
package struct DevicePolicy: Sendable, Hashable {
    package static let document = "torii-policy/1"
    /// Put before the bytes that are signed, so that a signature for one purpose never serves another.
    package static let signedPrefix = "torii-policy/1\n"

    package let profile: String
    package let scoreSpace: String
    /// Never falls; a rollback is a new revision.
    package let revision: Int
    package let issuedAt: Timestamp
    /// `measure` also for a space without thresholds: such a device sends everything.
    package let phase: Phase
    /// False is the kill switch: the device sends everything.
    package let isGateEnabled: Bool
    package let deadline: Duration
    package let abstractBypass: Bool
    package let ownWatermark: Bool
    /// Nil for a space the profile does not know.
    package let space: ScoreSpaceSettings?
    package let governor: GovernorSettings
    package let devices: DeviceSettings
    /// Rejects that are sent all the same, drawn by hash of the image's id.
    package let audit: Rollout

    package init(
        profile: String,
        scoreSpace: String,
        revision: Int,
        issuedAt: Timestamp,
        phase: Phase,
        isGateEnabled: Bool,
        deadline: Duration,
        abstractBypass: Bool,
        ownWatermark: Bool,
        space: ScoreSpaceSettings?,
        governor: GovernorSettings,
        devices: DeviceSettings,
        audit: Rollout
    ) {
        self.profile = profile
        self.scoreSpace = scoreSpace
        self.revision = revision
        self.issuedAt = issuedAt
        self.phase = phase
        self.isGateEnabled = isGateEnabled
        self.deadline = deadline
        self.abstractBypass = abstractBypass
        self.ownWatermark = ownWatermark
        self.space = space
        self.governor = governor
        self.devices = devices
        self.audit = audit
    }

    /// Of the draw of audits under one revision.
    package static func auditSalt(revision: Int) -> String { "audit-r\(revision)" }

    /// What a profile of a revision says to devices of one score space.
    ///
    /// - Parameter thresholds: Instead of the profile's, where a dial moves them.
    package init(
        profile: Profile,
        scoreSpace: String,
        revision: Int,
        issuedAt: Timestamp,
        thresholds: Thresholds? = nil
    ) {
        var space = profile.scoreSpace(named: scoreSpace)
        if let thresholds { space = space?.judging(by: thresholds) }
        self.init(
            profile: profile.name,
            scoreSpace: scoreSpace,
            revision: revision,
            issuedAt: issuedAt,
            phase: space == nil ? .measure : profile.phase,
            isGateEnabled: profile.gate.enabled,
            deadline: profile.gate.deadline,
            abstractBypass: profile.gate.abstractBypass,
            ownWatermark: profile.gate.ownWatermark,
            space: space,
            governor: profile.governor,
            devices: profile.devices,
            audit: Rollout(salt: Self.auditSalt(revision: revision), share: profile.falseRejects.auditShare)
        )
    }

    /// What an app carries for its first start: it can only send.
    package static func bundled(profile: String, scoreSpace: String) -> DevicePolicy {
        DevicePolicy(
            profile: profile,
            scoreSpace: scoreSpace,
            revision: 0,
            issuedAt: .seconds(0),
            phase: .measure,
            isGateEnabled: true,
            deadline: ProfileDefaults.gateDeadline,
            abstractBypass: ProfileDefaults.abstractBypass,
            ownWatermark: ProfileDefaults.ownWatermark,
            space: nil,
            governor: ProfileDefaults.governor,
            devices: ProfileDefaults.devices,
            audit: Rollout(salt: "", share: 0)
        )
    }
}
