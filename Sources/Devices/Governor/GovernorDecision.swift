import Policy

/// What a device should do now.
package struct GovernorDecision: Sendable, Hashable {
    /// How new images are scored on the device.
    package enum Local: String, Sendable, CaseIterable {
        case run
        /// Wait `retryAfter`, then ask again.
        case pause
        /// Score nothing new; go on with what needs no scoring.
        case skip
        /// End this batch.
        case stop
    }

    package enum Sends: String, Sendable, CaseIterable {
        case now
        /// Kept with their idempotency keys until the network or the device allows.
        case queued
        /// Scores may go, images wait.
        case scoresOnly
    }

    package enum Reason: String, Sendable, CaseIterable {
        case offline
        case thermalCritical = "thermal_critical"
        case thermalSerious = "thermal_serious"
        case batteryLow = "battery_low"
        case networkConstrained = "network_constrained"
        case networkMetered = "network_metered"
        case lowPower = "low_power"
        case backgroundDenied = "background_denied"
        case backgroundNight = "background_night"
        case backgroundDay = "background_day"
        case ok
    }

    package let local: Local
    package let sends: Sends
    package let reason: Reason
    /// When to ask again, where that is known.
    package let retryAfter: Duration?
    /// Share of the full rate, 0...1.
    package let rate: Double

    package init(local: Local, sends: Sends, reason: Reason, retryAfter: Duration? = nil, rate: Double = 1) {
        self.local = local
        self.sends = sends
        self.reason = reason
        self.retryAfter = retryAfter
        self.rate = rate
    }
}

/// What the governor must remember between two questions. Kept by the device; the fresh one is right after a start.
package struct GovernorMemory: Sendable, Hashable {
    /// Pauses in a row for heat.
    package var pauses: Int
    /// A batch was ended by the battery and has not resumed.
    package var stoppedByBattery: Bool
    /// A batch was ended by critical heat and has not resumed.
    package var stoppedByHeat: Bool
    /// How long the device has been at `fair` or cooler since.
    package var coolFor: Duration

    package init(
        pauses: Int = 0,
        stoppedByBattery: Bool = false,
        stoppedByHeat: Bool = false,
        coolFor: Duration = .zero
    ) {
        self.pauses = pauses
        self.stoppedByBattery = stoppedByBattery
        self.stoppedByHeat = stoppedByHeat
        self.coolFor = coolFor
    }
}
