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
        state.batteryLevel = DeviceNumber.read(battery?["level"], notes: &notes).number
            .flatMap(DeviceReading.batteryLevel)
        state.externalPower =
            device["externalPower"]?.bool
            ?? battery?["state"].flatMap { power($0, family: state.family, notes: &notes) }
        state.lowPower = device["lowPower"]?.bool
        let network = try device["network"].map { node throws(Problem) in
            try AliasedObject(node, known: ["kind", "metered", "constrained", "ultraConstrained"])
        }
        state.network = network?["kind"]?.string.map(DeviceReading.network(word:)) ?? .unknown
        state.metered = network?["metered"]?.bool
        state.constrained = network?["constrained"]?.bool
        state.ultraConstrained = network?["ultraConstrained"]?.bool
        state.app = device["app"]?.string.flatMap { DeviceState.App(rawValue: $0.lowercased()) }
        return (state, device["timeZone"]?.string)
    }

    private static func thermal(
        _ node: DocumentNode?,
        family: DeviceState.Family?,
        notes: inout DeviceNotes
    ) -> GovernorSettings.Thermal {
        if let word = node?.string { return DeviceReading.thermal(word: word) }
        guard let number = node?.wholeNumber else { return .unknown }
        if family == nil { notes.warn("ambiguous_enum") }
        return DeviceReading.thermal(number: Int(clamping: number), family: family)
    }

    private static func power(
        _ node: DocumentNode,
        family: DeviceState.Family?,
        notes: inout DeviceNotes
    ) -> Bool? {
        if let word = node.string { return DeviceReading.externalPower(batteryState: word) }
        guard let number = node.wholeNumber else { return nil }
        if family == nil { notes.warn("ambiguous_enum") }
        return DeviceReading.externalPower(batteryState: Int(clamping: number), family: family)
    }
}
