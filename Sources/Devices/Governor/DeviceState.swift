package import Policy

/// A device as the governor sees it, in words that mean the same on every platform. Nil means unknown.
package struct DeviceState: Sendable, Hashable {
    package enum Family: String, Sendable, CaseIterable { case ios, android }
    package enum Network: String, Sendable, CaseIterable { case none, wifi, cellular, ethernet, vpn, other, unknown }
    package enum App: String, Sendable, CaseIterable { case foreground, background }

    package var family: Family?
    package var thermal: GovernorSettings.Thermal
    /// 0...1.
    package var batteryLevel: Double?
    /// Plugged in, whether or not the battery takes charge: phones with a charge limit sit at "not charging" all night.
    package var externalPower: Bool?
    package var lowPower: Bool?
    package var network: Network
    /// Whether data costs money; a hotspot's Wi-Fi is metered.
    package var metered: Bool?
    /// Low Data Mode, Data Saver.
    package var constrained: Bool?
    /// Satellite-like.
    package var ultraConstrained: Bool?
    package var app: App?

    package init(
        family: Family? = nil,
        thermal: GovernorSettings.Thermal = .unknown,
        batteryLevel: Double? = nil,
        externalPower: Bool? = nil,
        lowPower: Bool? = nil,
        network: Network = .unknown,
        metered: Bool? = nil,
        constrained: Bool? = nil,
        ultraConstrained: Bool? = nil,
        app: App? = nil
    ) {
        self.family = family
        self.thermal = thermal
        self.batteryLevel = batteryLevel
        self.externalPower = externalPower
        self.lowPower = lowPower
        self.network = network
        self.metered = metered
        self.constrained = constrained
        self.ultraConstrained = ultraConstrained
        self.app = app
    }
}
