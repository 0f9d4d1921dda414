internal import Devices
internal import Policy

/// The state of the device, in words that mean the same on every platform. Nil is unknown.
public struct DeviceConditions: Sendable, Hashable {
    /// `ProcessInfo.thermalState`, or Android's thermal status brought to these four.
    public enum Thermal: String, Sendable, CaseIterable { case nominal, fair, serious, critical }
    public enum Network: String, Sendable, CaseIterable { case none, wifi, cellular, ethernet, vpn, other }

    public var thermal: Thermal?
    /// 0...1; what iOS reports as -1 is nil.
    public var batteryLevel: Double?
    /// Plugged in, whether or not the battery takes charge.
    public var externalPower: Bool?
    public var lowPower: Bool?
    public var network: Network?
    /// `NWPath.isExpensive`: data costs money.
    public var metered: Bool?
    /// `NWPath.isConstrained`: Low Data Mode.
    public var constrained: Bool?
    /// `NWPath.isUltraConstrained`: satellite-like.
    public var ultraConstrained: Bool?

    public init(
        thermal: Thermal? = nil,
        batteryLevel: Double? = nil,
        externalPower: Bool? = nil,
        lowPower: Bool? = nil,
        network: Network? = nil,
        metered: Bool? = nil,
        constrained: Bool? = nil,
        ultraConstrained: Bool? = nil
    ) {
        self.thermal = thermal
        self.batteryLevel = batteryLevel
        self.externalPower = externalPower
        self.lowPower = lowPower
        self.network = network
        self.metered = metered
        self.constrained = constrained
        self.ultraConstrained = ultraConstrained
    }

    var state: DeviceState {
        DeviceState(
            thermal: thermal.flatMap { GovernorSettings.Thermal(rawValue: $0.rawValue) } ?? .unknown,
            batteryLevel: batteryLevel.flatMap(DeviceReading.batteryLevel),
            externalPower: externalPower,
            lowPower: lowPower,
            network: network.flatMap { DeviceState.Network(rawValue: $0.rawValue) } ?? .unknown,
            metered: metered,
            constrained: constrained,
            ultraConstrained: ultraConstrained
        )
    }

    /// As a dictionary of structured fields (RFC 9651), for `Torii-Device`; nil when nothing is known.
    var header: String? {
        var fields: [String] = []
        if let thermal { fields.append("thermal=\(thermal.rawValue)") }
        if let level = batteryLevel, (0...1).contains(level) {
            // Three decimals are all that the form allows; more would be a precision no battery has.
            fields.append("battery=\(Double(Int(level * 1000 + 0.5)) / 1000)")
        }
        if let externalPower { fields.append("power=\(Self.flag(externalPower))") }
        if let lowPower { fields.append("lowpower=\(Self.flag(lowPower))") }
        if let network { fields.append("net=\(network.rawValue)") }
        if let metered { fields.append("metered=\(Self.flag(metered))") }
        if let constrained { fields.append("constrained=\(Self.flag(constrained))") }
        if let ultraConstrained { fields.append("ultraconstrained=\(Self.flag(ultraConstrained))") }
        return fields.isEmpty ? nil : fields.joined(separator: ", ")
    }

    private static func flag(_ isTrue: Bool) -> String { isTrue ? "?1" : "?0" }
}
