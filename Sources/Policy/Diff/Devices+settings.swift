import Documents

extension ScoreSpaceSettings {
    /// As the profile's document writes them.
    var settings: [Setting] {
        let path = "scoreSpaces.\(name)"
        var settings = [
            Setting("\(path).sharpness.min", .double(thresholds.sharpness)),
            Setting("\(path).saliencyArea.min", .double(thresholds.saliencyArea)),
            Setting("\(path).saliencyArea.cellThreshold", .double(cellThreshold)),
            Setting(
                "\(path).saliencyArea.needs",
                .array(Self.areaNames.filter { !absentAreas.contains($0.area) }.map { .string($0.name) })
            ),
        ]
        guard let labels else { return settings }
        settings.append(Setting("\(path).abstract.minConfidence", .double(labels.minConfidence)))
        let lists =
            BypassLabel.Kind.allCases.map { kind in
                (kind.rawValue, labels.kinds.filter { $0.value == kind }.map(\.key))
            } + [("never", Array(labels.vetoes))]
        return settings
            + lists.map { Setting("\(path).abstract.labels.\($0)", .array($1.sorted().map { .string($0) })) }
    }
}

extension DeviceSettings {
    var settings: [Setting] {
        steps.enumerated().flatMap { index, step in
            [
                Setting("devices.steps[\(index)].name", .string(step.name.rawValue)),
                Setting("devices.steps[\(index)].budget", .string(step.budget.shown)),
                Setting(
                    "devices.steps[\(index)].classes",
                    .array(Class.allCases.filter(step.classes.contains).map { .string($0.rawValue) })
                ),
            ]
        } + [
            Setting("devices.maxImagesPerRun", .integer(Int64(maxImagesPerRun))),
            Setting("devices.upload.maxSide", .integer(Int64(uploadMaxSide))),
            Setting("devices.upload.quality", .double(uploadQuality)),
            Setting("devices.upload.formats", .array(uploadFormats.map { .string($0.rawValue) })),
            Setting("devices.refresh.minFetchInterval", .string(minFetchInterval.shown)),
            Setting("devices.refresh.staleAfter", .string(staleAfter.shown)),
            Setting("devices.minClient.warn", warnBelow.map { .string($0.text) } ?? .null),
            Setting("devices.minClient.block", blockBelow.map { .string($0.text) } ?? .null),
            Setting("devices.rollout.share", .double(rollout.share)),
            Setting("devices.rollout.salt", .string(rollout.salt)),
            Setting(
                "devices.rollout.otherwiseRevision",
                rollout.otherwiseRevision.map { .integer(Int64($0)) } ?? .null
            ),
            Setting("devices.dayBackgroundShare", .double(dayBackgroundShare)),
        ]
    }
}
