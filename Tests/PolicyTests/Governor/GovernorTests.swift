import Testing

@testable import Devices
@testable import Policy

@Suite("Governor")
struct GovernorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        var state = DeviceState(
            thermal: .nominal,
            batteryLevel: 0.8,
            externalPower: false,
            lowPower: false,
            network: .wifi,
            metered: false,
            constrained: false
        )
        var mode = Governor.Mode.batch
        var memory = GovernorMemory()
        var minute = 12 * 60
        var settings = ProfileDefaults.governor
        let expected: GovernorDecision

        var testDescription: String { name }

        init(
            _ name: String,
            _ mode: Governor.Mode,
            _ expected: GovernorDecision,
            minute: Int = 12 * 60,
            _ change: (inout Vector) -> Void = { _ in }
        ) {
            self.name = name
            self.mode = mode
            self.expected = expected
            self.minute = minute
            settings = GovernorTests.settings
            change(&self)
        }
    }

    static let settings = GovernorSettings(
        pauseAtThermal: .serious,
        pause: .seconds(5),
        minBattery: 0.20,
        resumeBattery: 0.25,
        backgroundNeeds: [.charging, .wifi],
        nightWindow: GovernorSettings.NightWindow(startMinute: 22 * 60, endMinute: 6 * 60)
    )

    private static let ok = GovernorDecision(local: .run, sends: .now, reason: .ok)
    private static let batteryLow = GovernorDecision(local: .stop, sends: .queued, reason: .batteryLow)
    private static let metered = GovernorDecision(local: .run, sends: .scoresOnly, reason: .networkMetered)
    private static let denied = GovernorDecision(local: .skip, sends: .scoresOnly, reason: .backgroundDenied)
    private static let night = GovernorDecision(local: .run, sends: .now, reason: .backgroundNight)
    private static let day = GovernorDecision(local: .run, sends: .now, reason: .backgroundDay, rate: 0.25)
    private static func paused(_ seconds: Int64) -> GovernorDecision {
        GovernorDecision(local: .pause, sends: .now, reason: .thermalSerious, retryAfter: .seconds(seconds))
    }
    private static func hot(_ seconds: Int64) -> GovernorDecision {
        GovernorDecision(local: .stop, sends: .queued, reason: .thermalCritical, retryAfter: .seconds(seconds))
    }

    static let vectors: [Vector] = [
        Vector("fine, interactive", .interactive, ok),
        Vector("fine, batch", .batch, ok),
        Vector("nothing known, interactive", .interactive, ok) { $0.state = DeviceState() },
        Vector("nothing known, batch", .batch, ok) { $0.state = DeviceState() },
        Vector("nothing known, background", .background, metered) { $0.state = DeviceState() },

        Vector("offline", .interactive, GovernorDecision(local: .run, sends: .queued, reason: .offline)) {
            $0.state.network = .none
        },
        Vector("offline and hot", .batch, GovernorDecision(local: .run, sends: .queued, reason: .offline)) {
            $0.state.network = .none
            $0.state.thermal = .critical
        },

        Vector(
            "critical, a user waits",
            .interactive,
            GovernorDecision(local: .skip, sends: .now, reason: .thermalCritical)
        ) {
            $0.state.thermal = .critical
        },
        Vector("critical, batch", .batch, hot(60)) { $0.state.thermal = .critical },
        Vector("critical, background", .background, hot(60)) { $0.state.thermal = .critical },
        Vector("serious after critical", .batch, hot(60)) {
            $0.state.thermal = .serious
            $0.memory.stoppedByHeat = true
            $0.memory.coolFor = .seconds(90)
        },
        Vector("fair for 20 s after critical", .batch, hot(40)) {
            $0.state.thermal = .fair
            $0.memory.stoppedByHeat = true
            $0.memory.coolFor = .seconds(20)
        },
        Vector("fair for 60 s after critical", .batch, ok) {
            $0.state.thermal = .fair
            $0.memory.stoppedByHeat = true
            $0.memory.coolFor = .seconds(60)
        },
        Vector("serious, a user waits", .interactive, ok) { $0.state.thermal = .serious },
        Vector("serious, batch", .batch, paused(5)) { $0.state.thermal = .serious },
        Vector("serious, background", .background, paused(5)) { $0.state.thermal = .serious },
        Vector("serious, 11 pauses", .batch, paused(5)) {
            $0.state.thermal = .serious
            $0.memory.pauses = 11
        },
        Vector("serious, 12 pauses", .batch, paused(30)) {
            $0.state.thermal = .serious
            $0.memory.pauses = 12
        },
        Vector("serious before a low battery", .batch, paused(5)) {
            $0.state.thermal = .serious
            $0.state.batteryLevel = 0.1
        },
        Vector("fair where a profile pauses at fair", .batch, paused(5)) {
            $0.state.thermal = .fair
            $0.settings = pausing(at: .fair)
        },
        Vector("unknown heat counts as fair", .batch, paused(5)) {
            $0.state.thermal = .unknown
            $0.settings = pausing(at: .fair)
        },
        Vector("serious where a profile pauses at critical", .batch, ok) {
            $0.state.thermal = .serious
            $0.settings = pausing(at: .critical)
        },

        Vector("battery 19 %", .batch, batteryLow) { $0.state.batteryLevel = 0.19 },
        Vector("battery 20 %", .batch, ok) { $0.state.batteryLevel = 0.20 },
        Vector("battery 19 %, a user waits", .interactive, ok) { $0.state.batteryLevel = 0.19 },
        Vector("battery 19 %, plugged in", .batch, ok) {
            $0.state.batteryLevel = 0.19
            $0.state.externalPower = true
        },
        Vector("battery 20 % after a stop", .batch, batteryLow) {
            $0.state.batteryLevel = 0.20
            $0.memory.stoppedByBattery = true
        },
        Vector("battery 25 % after a stop", .batch, ok) {
            $0.state.batteryLevel = 0.25
            $0.memory.stoppedByBattery = true
        },
        Vector("battery unknown, batch", .batch, ok) { $0.state.batteryLevel = nil },

        Vector(
            "satellite",
            .interactive,
            GovernorDecision(local: .run, sends: .scoresOnly, reason: .networkConstrained)
        ) { $0.state.ultraConstrained = true },
        Vector("metered, a user waits", .interactive, ok) { $0.state.metered = true },
        Vector("metered, batch", .batch, metered) { $0.state.metered = true },
        Vector("data saver, batch", .batch, metered) { $0.state.constrained = true },
        Vector("metering unknown, batch", .batch, ok) { $0.state.metered = nil },

        Vector("low power, background", .background, GovernorDecision(local: .stop, sends: .queued, reason: .lowPower))
        {
            $0.state.lowPower = true
            $0.state.externalPower = true
        },
        Vector("low power, batch", .batch, ok) { $0.state.lowPower = true },
        Vector("on battery, background", .background, denied),
        Vector("power unknown, background", .background, denied) { $0.state.externalPower = nil },
        Vector("metered, background", .background, metered) {
            $0.state.externalPower = true
            $0.state.metered = true
        },
        Vector("battery unknown, no power needed, background", .background, denied) {
            $0.state.batteryLevel = nil
            $0.settings = needing([.wifi])
        },
        Vector("no power needed, background", .background, day) { $0.settings = needing([.wifi]) },
        Vector("no network needed, metered, background", .background, day) {
            $0.state.externalPower = true
            $0.state.metered = true
            $0.settings = needing([.charging])
        },
        Vector("no network needed, data saver, background", .background, metered) {
            $0.state.externalPower = true
            $0.state.constrained = true
            $0.settings = needing([.charging])
        },
        Vector("charge limit reached", .background, night, minute: 23 * 60) { $0.state.externalPower = true },
        Vector("VPN, unmetered", .background, night, minute: 0) {
            $0.state.externalPower = true
            $0.state.network = .vpn
        },
        Vector("21:59", .background, day, minute: 22 * 60 - 1) { $0.state.externalPower = true },
        Vector("22:00", .background, night, minute: 22 * 60) { $0.state.externalPower = true },
        Vector("05:59", .background, night, minute: 6 * 60 - 1) { $0.state.externalPower = true },
        Vector("06:00", .background, day, minute: 6 * 60) { $0.state.externalPower = true },
        Vector("no window", .background, ok) {
            $0.state.externalPower = true
            $0.settings = ProfileDefaults.governor
        },
    ]

    private static func pausing(at thermal: GovernorSettings.Thermal) -> GovernorSettings {
        GovernorSettings(
            pauseAtThermal: thermal,
            pause: .seconds(5),
            minBattery: 0.20,
            resumeBattery: 0.25,
            backgroundNeeds: [.charging, .wifi],
            nightWindow: nil
        )
    }

    private static func needing(_ needs: [GovernorSettings.Need]) -> GovernorSettings {
        GovernorSettings(
            pauseAtThermal: .serious,
            pause: .seconds(5),
            minBattery: 0.20,
            resumeBattery: 0.25,
            backgroundNeeds: needs,
            nightWindow: settings.nightWindow
        )
    }

    @Test(arguments: vectors)
    func decidesByTheFirstRowThatMatches(_ vector: Vector) {
        let decision = Governor.decision(
            for: vector.state,
            mode: vector.mode,
            settings: vector.settings,
            memory: vector.memory,
            minuteOfDay: vector.minute
        )
        #expect(decision == vector.expected)
    }

    @Test(arguments: [(1320, 360), (0, 1), (60, 120), (1439, 0), (1, 0)])
    func holdsEveryMinuteOfAWindowOnce(_ start: Int, _ end: Int) {
        let window = GovernorSettings.NightWindow(startMinute: start, endMinute: end)
        let length = (end - start + 1440) % 1440
        let inside = (0..<1440).filter { window.contains(minute: $0) }
        #expect(inside.count == length)
        #expect(window.contains(minute: start))
        #expect(!window.contains(minute: end))
    }

    @Test func keepsAWaitingUserGoingWhateverTheDeviceSays() {
        for thermal in GovernorSettings.Thermal.allCases {
            for battery in [nil, 0.01, 1] as [Double?] {
                for flag in [nil, true, false] as [Bool?] {
                    let state = DeviceState(
                        thermal: thermal,
                        batteryLevel: battery,
                        externalPower: flag,
                        lowPower: flag,
                        network: .cellular,
                        metered: flag,
                        constrained: flag
                    )
                    let decision = Governor.decision(
                        for: state,
                        mode: .interactive,
                        settings: Self.settings,
                        minuteOfDay: 0
                    )
                    #expect(decision.sends == .now)
                    #expect(decision.local == (thermal == .critical ? .skip : .run))
                }
            }
        }
    }
}
