import Documents

extension ProfileDecoder {
    /// How devices work for the profile; every key has a default.
    func devices(_ object: ObjectReader) -> DeviceSettings? {
        let defaults = ProfileDefaults.devices
        guard let field = object.optional("devices") else { return defaults }
        guard let section = field.object() else { return nil }
        let steps = section.optional("steps", default: defaults.steps) { self.steps($0) }
        let maxImages = section.optional("maxImagesPerRun", default: defaults.maxImagesPerRun) {
            $0.integer()
        }
        let day = section.optional("dayBackgroundShare", default: defaults.dayBackgroundShare) { $0.share() }
        let rollout = section.optional("rollout", default: defaults.rollout) { self.rollout($0) }
        guard let upload = upload(section, defaults), let refresh = refresh(section, defaults),
            let versions = minClient(section), let steps, let maxImages, let day, let rollout
        else { return nil }
        return DeviceSettings(
            steps: steps,
            maxImagesPerRun: maxImages,
            uploadMaxSide: upload.maxSide,
            uploadQuality: upload.quality,
            uploadFormats: upload.formats,
            minFetchInterval: refresh.interval,
            staleAfter: refresh.staleAfter,
            onStale: defaults.onStale,
            warnBelow: versions.warn,
            blockBelow: versions.block,
            rollout: rollout,
            dayBackgroundShare: day
        )
    }

    private func steps(_ field: FieldReader) -> [DeviceSettings.Step]? {
        guard let items = field.items() else { return nil }
        var steps: [DeviceSettings.Step] = []
        for item in items {
            guard let step = item.object() else { return nil }
            let name: DeviceSettings.Step.Name? = step.required("name")?.choice()
            let budget = step.required("budget")?.duration()
            let classes = step.optional("classes", default: DeviceSettings.Class.allCases) { $0.choices() }
            guard let name, let budget, let classes else { return nil }
            guard !steps.contains(where: { $0.name == name }) else {
                remarks.error(.duplicate, at: item.node, field: item.path, "`\(name.rawValue)` is listed twice")
                return nil
            }
            steps.append(DeviceSettings.Step(name: name, budget: budget, classes: Set(classes)))
        }
        return steps
    }

    private func upload(
        _ section: ObjectReader,
        _ defaults: DeviceSettings
    ) -> (maxSide: Int, quality: Double, formats: [DeviceSettings.Format])? {
        guard let field = section.optional("upload") else {
            return (defaults.uploadMaxSide, defaults.uploadQuality, defaults.uploadFormats)
        }
        guard let upload = field.object() else { return nil }
        let maxSide = upload.optional("maxSide", default: defaults.uploadMaxSide) { $0.integer() }
        let quality = upload.optional("quality", default: defaults.uploadQuality) { $0.number() }
        let formats = upload.optional("formats", default: defaults.uploadFormats) { $0.choices() }
        guard let maxSide, let quality, let formats else { return nil }
        return (maxSide, quality, formats)
    }

    private func refresh(
        _ section: ObjectReader,
        _ defaults: DeviceSettings
    ) -> (interval: Duration, staleAfter: Duration)? {
        guard let field = section.optional("refresh") else { return (defaults.minFetchInterval, defaults.staleAfter) }
        guard let refresh = field.object() else { return nil }
        let interval = refresh.optional("minFetchInterval", default: defaults.minFetchInterval) {
            $0.duration()
        }
        let stale = refresh.optional("staleAfter", default: max(defaults.staleAfter, interval ?? .zero)) {
            $0.duration()
        }
        guard let interval, let stale else { return nil }
        guard stale >= interval else {
            refresh.optional("staleAfter")?.fail(.conflict, "at least \(refresh.field("minFetchInterval"))")
            return nil
        }
        return (interval, stale)
    }

    private func minClient(_ section: ObjectReader) -> (warn: ClientVersion?, block: ClientVersion?)? {
        guard let field = section.optional("minClient") else { return (nil, nil) }
        guard let versions = field.object() else { return nil }
        let warn: ClientVersion?? = versions.optional("warn").map { $0.version() }
        let block: ClientVersion?? = versions.optional("block").map { $0.version() }
        if case .some(.none) = warn { return nil }
        if case .some(.none) = block { return nil }
        if let warn = warn ?? nil, let block = block ?? nil, warn < block {
            versions.optional("block")?.fail(.conflict, "at most \(versions.field("warn")), `\(warn.text)`")
            return nil
        }
        return (warn ?? nil, block ?? nil)
    }

    private func rollout(_ field: FieldReader) -> Rollout? {
        guard let rollout = field.object() else { return nil }
        let share = rollout.required("share")?.share()
        // The same salt for every rollout would make the same devices the first each time.
        let salt = rollout.required("salt")?.text()
        let other: Int?? = rollout.optional("otherwiseRevision").map { $0.integer() }
        if case .some(.none) = other { return nil }
        guard let share, let salt else { return nil }
        return Rollout(salt: salt, share: share, otherwiseRevision: other ?? nil)
    }
}

extension FieldReader {
    /// A version of an app.
    fileprivate func version() -> ClientVersion? {
        guard let text = string() else { return nil }
        guard let version = ClientVersion(text) else {
            fail(.value, "a version such as \"4.8.0\"")
            return nil
        }
        return version
    }
}
