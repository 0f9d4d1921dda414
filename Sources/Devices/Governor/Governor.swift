package import Policy

/// How far a device may work for us without spoiling it for its owner. Pure; the same function runs on both sides of the
/// wire.
package enum Governor {
    package enum Mode: String, Sendable, CaseIterable {
        /// A user waits.
        case interactive
        /// A library is scanned while the app is open.
        case batch
        case background
    }

    /// Pauses in a row after which the device looks more seldom.
    package static let pausesUntilLong = 12
    package static let longPause = Duration.seconds(30)
    /// How long a device must stay at `fair` or cooler after critical heat.
    package static let coolDown = Duration.seconds(60)

    /// The first row that matches decides: offline, heat, battery, network, low power, background needs, night window.
    ///
    /// Unknown heat counts as fair. An unknown battery is fine while a user looks on, and not enough in the background;
    /// unknown metering counts as metered there.
    ///
    /// - Parameters:
    ///   - minuteOfDay: Wall clock of the device's zone, 0..<1440.
    ///   - dayShare: Of the full rate, in the background outside the night window.
    package static func decision(
        for state: DeviceState,
        mode: Mode,
        settings: GovernorSettings,
        memory: GovernorMemory = GovernorMemory(),
        minuteOfDay: Int,
        dayShare: Double = ProfileDefaults.devices.dayBackgroundShare
    ) -> GovernorDecision {
        if state.network == .none {
            return GovernorDecision(local: .run, sends: .queued, reason: .offline)
        }
        return heat(state, mode, settings, memory)
            ?? battery(state, mode, settings, memory)
            ?? network(state, mode, settings)
            ?? background(state, mode, settings, minuteOfDay, dayShare)
            ?? GovernorDecision(local: .run, sends: .now, reason: .ok)
    }

    private static func heat(
        _ state: DeviceState,
        _ mode: Mode,
        _ settings: GovernorSettings,
        _ memory: GovernorMemory
    ) -> GovernorDecision? {
        if state.thermal == .critical {
            return mode == .interactive
                ? GovernorDecision(local: .skip, sends: .now, reason: .thermalCritical)
                : GovernorDecision(local: .stop, sends: .queued, reason: .thermalCritical, retryAfter: coolDown)
        }
        // One image for a waiting user does not heat a phone.
        guard mode != .interactive else { return nil }
        if memory.stoppedByHeat, memory.coolFor < coolDown || state.thermal.heat > GovernorSettings.Thermal.fair.heat {
            let rest = state.thermal.heat > GovernorSettings.Thermal.fair.heat ? coolDown : coolDown - memory.coolFor
            return GovernorDecision(local: .stop, sends: .queued, reason: .thermalCritical, retryAfter: rest)
        }
        guard state.thermal.heat >= settings.pauseAtThermal.heat else { return nil }
        let pause = memory.pauses >= pausesUntilLong ? max(longPause, settings.pause) : settings.pause
        return GovernorDecision(local: .pause, sends: .now, reason: .thermalSerious, retryAfter: pause)
    }

    private static func battery(
        _ state: DeviceState,
        _ mode: Mode,
        _ settings: GovernorSettings,
        _ memory: GovernorMemory
    ) -> GovernorDecision? {
        guard mode != .interactive, state.externalPower != true, let level = state.batteryLevel else { return nil }
        // iOS reports steps of 5 %: without the gap a batch would flap at the limit.
        let limit = memory.stoppedByBattery ? settings.resumeBattery : settings.minBattery
        guard level < limit else { return nil }
        return GovernorDecision(local: .stop, sends: .queued, reason: .batteryLow)
    }

    private static func network(
        _ state: DeviceState,
        _ mode: Mode,
        _ settings: GovernorSettings
    ) -> GovernorDecision? {
        if state.ultraConstrained == true {
            return GovernorDecision(local: .run, sends: .scoresOnly, reason: .networkConstrained)
        }
        let metered =
            switch mode {
            case .interactive: false
            case .batch: state.metered == true || state.constrained == true
            case .background:
                state.constrained == true || (settings.backgroundNeeds.contains(.wifi) && !isUnmetered(state))
            }
        guard metered else { return nil }
        return GovernorDecision(local: .run, sends: .scoresOnly, reason: .networkMetered)
    }

    private static func background(
        _ state: DeviceState,
        _ mode: Mode,
        _ settings: GovernorSettings,
        _ minuteOfDay: Int,
        _ dayShare: Double
    ) -> GovernorDecision? {
        guard mode == .background else { return nil }
        if state.lowPower == true {
            return GovernorDecision(local: .stop, sends: .queued, reason: .lowPower)
        }
        let lacksPower = settings.backgroundNeeds.contains(.charging) && state.externalPower != true
        let unknownBattery = state.externalPower != true && state.batteryLevel == nil
        if lacksPower || unknownBattery {
            return GovernorDecision(local: .skip, sends: .scoresOnly, reason: .backgroundDenied)
        }
        guard let window = settings.nightWindow else { return nil }
        return window.contains(minute: minuteOfDay)
            ? GovernorDecision(local: .run, sends: .now, reason: .backgroundNight)
            : GovernorDecision(local: .run, sends: .now, reason: .backgroundDay, rate: dayShare)
    }

    /// What operators call Wi-Fi: nothing to pay and no wish to save. A VPN hides the transport, not the cost.
    private static func isUnmetered(_ state: DeviceState) -> Bool {
        state.metered == false && state.constrained != true
    }
}

extension GovernorSettings.NightWindow {
    /// Whether the window, half-open and past midnight where `end` is before `start`, holds `minute` of the day.
    package func contains(minute: Int) -> Bool {
        startMinute <= endMinute
            ? (startMinute..<endMinute).contains(minute)
            : minute >= startMinute || minute < endMinute
    }
}
