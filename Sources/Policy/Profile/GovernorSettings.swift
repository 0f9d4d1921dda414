/// How a device holds back: read by clients, answered by `/v1/gate`.
package struct GovernorSettings: Sendable, Hashable {
    package enum Thermal: String, Sendable, CaseIterable { case nominal, fair, serious, critical, unknown }
    package enum Need: String, Sendable, CaseIterable { case charging, wifi }

    /// Minutes since midnight; half-open, may wrap past midnight.
    package struct NightWindow: Sendable, Hashable {
        package let startMinute: Int
        package let endMinute: Int

        package init(startMinute: Int, endMinute: Int) {
            self.startMinute = startMinute
            self.endMinute = endMinute
        }
    }

    package let pauseAtThermal: Thermal
    package let pause: Duration
    /// 0...1.
    package let minBattery: Double
    package let resumeBattery: Double
    package let backgroundNeeds: [Need]
    package let nightWindow: NightWindow?

    package init(
        pauseAtThermal: Thermal,
        pause: Duration,
        minBattery: Double,
        resumeBattery: Double,
        backgroundNeeds: [Need],
        nightWindow: NightWindow?
    ) {
        self.pauseAtThermal = pauseAtThermal
        self.pause = pause
        self.minBattery = minBattery
        self.resumeBattery = resumeBattery
        self.backgroundNeeds = backgroundNeeds
        self.nightWindow = nightWindow
    }
}
