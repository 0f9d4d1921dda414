import Devices
import Economics
import Policy

extension Service {
    /// How far the device may work for us now. Warns of a zone nobody knows and a clock that is off.
    func advice(
        to report: DeviceReport,
        snapshot: PolicySnapshot,
        at now: Timestamp,
        warnings: inout [String]
    ) -> GovernorDecision {
        if let sentAt = report.sentAt, Self.isSkewed(sentAt, now: now) { warnings.append("clock_skew") }
        return Governor.decision(
            for: report.device,
            mode: report.mode,
            settings: snapshot.profile.governor,
            minuteOfDay: minuteOfDay(report.timeZone, now: now, snapshot: snapshot, warnings: &warnings),
            dayShare: snapshot.profile.devices.dayBackgroundShare
        )
    }

    /// Whether a device's clock is further from ours than a question takes to get here, 10 minutes at most.
    private static func isSkewed(_ sentAt: Timestamp, now: Timestamp) -> Bool {
        sentAt < now.advanced(bySeconds: -600) || now.advanced(bySeconds: 600) < sentAt
    }

    /// The wall clock of the device's zone; of the profile's when the device names none that is known.
    private func minuteOfDay(
        _ zoneText: String?,
        now: Timestamp,
        snapshot: PolicySnapshot,
        warnings: inout [String]
    ) -> Int {
        var offset = snapshot.zone.offset(at: now)
        if let text = zoneText {
            if let fixed = DeviceReading.fixedOffset(text) {
                offset = fixed
            } else if text == "UTC" || text.contains("/"), let zone = zones.offsets(of: text) {
                offset = zone.offset(at: now)
            } else {
                warnings.append("unknown_time_zone")
            }
        }
        let seconds = (now.seconds + Int64(offset)) % 86_400
        return Int((seconds + 86_400) % 86_400 / 60)
    }
}
