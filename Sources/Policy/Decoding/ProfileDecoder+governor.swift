extension ProfileDecoder {
    func governor(_ object: ObjectReader) -> GovernorSettings? {
        let defaults = ProfileDefaults.governor
        guard let field = object.optional("governor") else { return defaults }
        guard let section = field.object() else { return nil }
        let thermal = section.optional("pauseAtThermal", default: defaults.pauseAtThermal) { $0.choice() }
        let pause = section.optional("pause", default: defaults.pause) {
            $0.duration()
        }
        let minBattery = section.optional("minBattery", default: defaults.minBattery) { $0.share() }
        let resumeField = section.optional("resumeBattery")
        let resume = section.optional("resumeBattery", default: max(defaults.resumeBattery, minBattery ?? 0)) {
            $0.share()
        }
        let needs = section.optional("backgroundNeeds", default: defaults.backgroundNeeds) { $0.choices() }
        let window: GovernorSettings.NightWindow?
        if let field = section.optional("nightWindow") {
            guard let read = field.nightWindow() else { return nil }
            window = read
        } else {
            window = nil
        }
        guard let thermal, let pause, let minBattery, let resume, let needs else { return nil }
        guard resume >= minBattery else {
            resumeField?.fail(.conflict, "at least governor.minBattery, \(minBattery)")
            return nil
        }
        return GovernorSettings(
            pauseAtThermal: thermal,
            pause: pause,
            minBattery: minBattery,
            resumeBattery: resume,
            backgroundNeeds: needs,
            nightWindow: window
        )
    }
}
