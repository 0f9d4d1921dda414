import Testing

@testable import Devices
@testable import Policy

@Suite("What devices say about themselves")
struct DeviceReadingTests {
    @Test(arguments: [
        ("nominal", GovernorSettings.Thermal.nominal), ("NONE", .nominal), ("cool", .nominal), ("warm", .fair),
        ("Moderate", .fair), ("SEVERE", .serious), ("hot", .serious), ("crit", .critical), ("shutdown", .critical),
        ("toasty", .unknown), ("", .unknown), ("3", .unknown),
    ])
    func readsThermalWords(_ word: String, _ thermal: GovernorSettings.Thermal) {
        #expect(DeviceReading.thermal(word: word) == thermal)
    }

    /// Number, iOS, Android.
    @Test(arguments: [
        (-1, GovernorSettings.Thermal.unknown, GovernorSettings.Thermal.unknown), (0, .nominal, .nominal),
        (1, .fair, .fair), (2, .serious, .fair), (3, .critical, .serious), (4, .unknown, .critical),
        (6, .unknown, .critical), (7, .unknown, .unknown),
    ])
    func readsThermalNumbersByFamily(
        _ number: Int,
        _ ios: GovernorSettings.Thermal,
        _ android: GovernorSettings.Thermal
    ) {
        #expect(DeviceReading.thermal(number: number, family: .ios) == ios)
        #expect(DeviceReading.thermal(number: number, family: .android) == android)
        #expect(DeviceReading.thermal(number: number, family: nil) == .unknown)
    }

    @Test(arguments: [
        (GovernorSettings.Thermal.nominal, 0.84, GovernorSettings.Thermal.nominal), (.nominal, 0.85, .fair),
        (.nominal, 1.0, .serious), (.nominal, 7.0, .serious), (.serious, 0.1, .serious), (.critical, 1.0, .critical),
        (.nominal, .nan, .nominal), (.nominal, -1, .nominal), (.unknown, 0.9, .fair), (.unknown, 0.1, .nominal),
        (.unknown, .nan, .unknown),
    ])
    func letsHeadroomOnlyRaise(
        _ thermal: GovernorSettings.Thermal,
        _ headroom: Double,
        _ raised: GovernorSettings.Thermal
    ) {
        #expect(DeviceReading.raised(thermal, headroom: headroom) == raised)
    }

    @Test(
        arguments: [
            (0, 0), (0.65, 0.65), (1, 1), (1.5, 0.015), (65, 0.65), (100, 1), (-1, nil), (100.1, nil), (.nan, nil),
            (-0.001, nil), (.infinity, nil),
        ] as [(Double, Double?)]
    )
    func readsBatteryLevels(_ value: Double, _ level: Double?) {
        #expect(DeviceReading.batteryLevel(value) == level)
    }

    /// Number, iOS, Android.
    @Test(
        arguments: [
            (0, nil, nil), (1, false, nil), (2, true, true), (3, true, false), (4, nil, nil), (5, nil, true),
            (6, nil, nil),
        ] as [(Int, Bool?, Bool?)]
    )
    func readsBatteryNumbersByFamily(_ number: Int, _ ios: Bool?, _ android: Bool?) {
        #expect(DeviceReading.externalPower(batteryState: number, family: .ios) == ios)
        #expect(DeviceReading.externalPower(batteryState: number, family: .android) == android)
        #expect(DeviceReading.externalPower(batteryState: number, family: nil) == nil)
    }

    @Test(
        arguments: [
            ("charging", true), ("Full", true), ("plugged", true), ("discharging", false), ("unplugged", false),
            ("not charging", nil), ("unknown", nil),
        ] as [(String, Bool?)]
    )
    func readsBatteryWords(_ word: String, _ power: Bool?) {
        #expect(DeviceReading.externalPower(batteryState: word) == power)
    }

    @Test(arguments: [
        ("wifi", DeviceState.Network.wifi), ("Wi-Fi", .wifi), ("WLAN", .wifi), ("cellular", .cellular),
        ("mobile", .cellular), ("ethernet", .ethernet), ("VPN", .vpn), ("none", .none), ("other", .other),
        ("pigeon", .unknown),
    ])
    func readsNetworks(_ word: String, _ network: DeviceState.Network) {
        #expect(DeviceReading.network(word: word) == network)
    }

    @Test(
        arguments: [
            ("+09:00", 32_400), ("-03:30", -12_600), ("+00:00", 0), ("+14:00", 50_400), ("+05:45", 20_700),
            ("+14:01", nil),
            ("+9:00", nil), ("09:00", nil), ("+0900", nil), ("+09:60", nil), ("+0a:00", nil), ("Asia/Tokyo", nil),
            ("", nil),
        ] as [(String, Int?)]
    )
    func readsFixedOffsets(_ text: String, _ seconds: Int?) {
        #expect(DeviceReading.fixedOffset(text) == seconds)
    }
}
