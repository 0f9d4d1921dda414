import Devices
import Documents
import Policy

/// The device part of a report in canonical words.
enum DeviceStateReader {
    private static let known: Set<String> = [
        "family", "class", "thermal", "thermalHeadroom", "battery", "externalPower", "lowPower", "network", "app",
        "timeZone",
    ]

    static func read(
        _ node: DocumentNode?,
        notes: inout DeviceNotes
    ) throws(Problem) -> (state: DeviceState, timeZone: String?) {
        var state = DeviceState()
        guard let node, node.object != nil else { return (state, nil) }
        let device = try AliasedObject(node, known: known)
        state.family = device["family"]?.string.flatMap { DeviceState.Family(rawValue: $0.lowercased()) }
        state.thermal = thermal(device["thermal"], family: state.family, notes: &notes)
        if let headroom = DeviceNumber.read(device["thermalHeadroom"], notes: &notes).number {
            state.thermal = DeviceReading.raised(state.thermal, headroom: headroom)
        }
        let battery = try device["battery"].map { node throws(Problem) in
            try AliasedObject(node, known: ["level", "state"])
        }
        state.batteryLevel = batteryLevel(battery?["level"], notes: &notes)
        state.externalPower =
            device["externalPower"]?.bool
            ?? battery?["state"].flatMap { power($0, family: state.family, notes: &notes) }
        state.lowPower = device["lowPower"]?.bool
        let network = try device["network"].map { node throws(Problem) in
            try AliasedObject(node, known: ["kind", "metered", "constrained", "ultraConstrained"])
        }
        let kind = network?["kind"]
        state.network = kind?.string.map(DeviceReading.network(word:)) ?? .unknown
        if state.network == .unknown, says(kind) { notes.warn("unknown_network") }
        state.metered = network?["metered"]?.bool
        state.constrained = network?["constrained"]?.bool
        state.ultraConstrained = network?["ultraConstrained"]?.bool
        state.app = device["app"]?.string.flatMap { DeviceState.App(rawValue: $0.lowercased()) }
        if state.app == nil, says(device["app"]) { notes.warn("unknown_app") }
        return (state, device["timeZone"]?.string)
    }

    private static func thermal(
        _ node: DocumentNode?,
        family: DeviceState.Family?,
        notes: inout DeviceNotes
    ) -> GovernorSettings.Thermal {
        let state: GovernorSettings.Thermal
        if let number = node?.wholeNumber {
            guard family != nil else {
                notes.warn("ambiguous_enum")
                return .unknown
            }
            state = DeviceReading.thermal(number: Int(clamping: number), family: family)
        } else {
            state = node?.string.map(DeviceReading.thermal(word:)) ?? .unknown
        }
        if state == .unknown, says(node) { notes.warn("unknown_thermal") }
        return state
    }

    private static func batteryLevel(_ node: DocumentNode?, notes: inout DeviceNotes) -> Double? {
        let read = DeviceNumber.read(node, notes: &notes)
        let level = read.number.flatMap(DeviceReading.batteryLevel)
        if level == nil, read != .missing { notes.warn("unknown_battery") }
        return level
    }

    /// Whether there is something to understand: nothing, and the word for not knowing, need no warning.
    private static func says(_ node: DocumentNode?) -> Bool {
        guard let node, !node.isNull else { return false }
        return node.string.map { !["", "unknown"].contains($0.lowercased()) } ?? true
    }

    private static func power(
        _ node: DocumentNode,
        family: DeviceState.Family?,
        notes: inout DeviceNotes
    ) -> Bool? {
        if let word = node.string {
            let isPlugged = DeviceReading.externalPower(batteryState: word)
            let isRest = word.lowercased().filter(\.isLetter) == "notcharging"
            if isPlugged == nil, !isRest, says(node) { notes.warn("unknown_power") }
            return isPlugged
        }
        guard let number = node.wholeNumber else { return nil }
        if family == nil { notes.warn("ambiguous_enum") }
        return DeviceReading.externalPower(batteryState: Int(clamping: number), family: family)
    }
}
