package import Policy

/// Reads what devices report about themselves. Words are synonyms across platforms; a number means different things on
/// each (thermal 3 is critical on iOS and severe on Android), so without a family it means nothing.
package enum DeviceReading {
    /// A thermal state by word. An unheard-of word is `unknown`.
    package static func thermal(word: String) -> GovernorSettings.Thermal {
        switch folded(word) {
        case "nominal", "normal", "ok", "none", "cool": .nominal
        case "fair", "warm", "light", "moderate": .fair
        case "serious", "hot", "severe": .serious
        case "critical", "crit", "emergency", "shutdown": .critical
        default: .unknown
        }
    }

    /// A thermal state by number: `ProcessInfo.thermalState` on iOS, `PowerManager` status on Android. `unknown` without
    /// a family.
    package static func thermal(number: Int, family: DeviceState.Family?) -> GovernorSettings.Thermal {
        switch (family, number) {
        case (.ios, 0), (.android, 0): .nominal
        case (.ios, 1), (.android, 1), (.android, 2): .fair
        case (.ios, 2), (.android, 3): .serious
        case (.ios, 3), (.android, 4), (.android, 5), (.android, 6): .critical
        default: .unknown
        }
    }

    /// `thermal`, raised by Android's headroom (1.0 is the limit of severe throttling). Headroom never lowers, and NaN
    /// or a negative one says nothing.
    package static func raised(_ thermal: GovernorSettings.Thermal, headroom: Double) -> GovernorSettings.Thermal {
        guard headroom >= 0 else { return thermal }
        let reported: GovernorSettings.Thermal =
            switch headroom {
            case ..<0.85: .nominal
            case ..<1: .fair
            default: .serious
            }
        guard thermal != .unknown else { return reported }
        return reported.heat > thermal.heat ? reported : thermal
    }

    /// A battery level: 0...1 as it is, above 1 and up to 100 as percent, anything else unknown (-1 is what devices say
    /// without monitoring).
    package static func batteryLevel(_ value: Double) -> Double? {
        switch value {
        case 0...1: value
        case 1...100: value / 100
        default: nil
        }
    }

    /// Whether the device is plugged in, by the word for its battery state. Nil when that does not say.
    package static func externalPower(batteryState word: String) -> Bool? {
        switch folded(word) {
        case "charging", "full", "plugged": true
        case "discharging", "unplugged": false
        default: nil
        }
    }

    /// Whether the device is plugged in, by the number of its battery state: 3 is full on iOS and discharging on Android,
    /// and Android's 4 ("not charging") says nothing without `EXTRA_PLUGGED`.
    package static func externalPower(batteryState number: Int, family: DeviceState.Family?) -> Bool? {
        switch (family, number) {
        case (.ios, 2), (.ios, 3), (.android, 2), (.android, 5): true
        case (.ios, 1), (.android, 3): false
        default: nil
        }
    }

    /// A network by word. An unheard-of word is `unknown`.
    package static func network(word: String) -> DeviceState.Network {
        switch folded(word) {
        case "none", "offline": .none
        case "wifi", "wlan": .wifi
        case "cellular", "mobile", "cell": .cellular
        case "ethernet", "wired": .ethernet
        case "vpn": .vpn
        case "other": .other
        default: .unknown
        }
    }

    /// Seconds east of UTC for `+09:00` or `-03:30`, up to 14 hours, else nil. Zone names are looked up by the
    /// caller.
    package static func fixedOffset(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":") else { return nil }
        let sign: Int
        switch bytes[0] {
        case UInt8(ascii: "+"): sign = 1
        case UInt8(ascii: "-"): sign = -1
        default: return nil
        }
        let digits = [bytes[1], bytes[2], bytes[4], bytes[5]].map { Int($0) - 48 }
        guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
        let hours = digits[0] * 10 + digits[1]
        let minutes = digits[2] * 10 + digits[3]
        guard minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private static func folded(_ word: String) -> String {
        String(word.lowercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "_" })
    }
}

extension GovernorSettings.Thermal {
    /// For comparison; unknown counts as fair.
    var heat: Int {
        switch self {
        case .nominal: 0
        case .fair, .unknown: 1
        case .serious: 2
        case .critical: 3
        }
    }
}
