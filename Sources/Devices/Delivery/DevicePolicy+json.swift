package import Documents
import Policy

extension DevicePolicy {
    /// As `GET /v1/policy/{profile}` answers it. The order of the members is fixed: the bytes are signed.
    package var json: JSON {
        [
            "document": .string(Self.document),
            "profile": .string(profile),
            "scoreSpace": .string(scoreSpace),
            "revision": .integer(Int64(revision)),
            "issuedAt": .string(issuedAt.iso8601),
            "phase": .string(phase.rawValue),
            "gate": .object(gateMembers),
            "governor": .object(governorMembers),
            "audit": ["hash": .string(Rollout.formula), "salt": .string(audit.salt), "share": .double(audit.share)],
            "batch": ["maxImagesPerRun": .integer(Int64(devices.maxImagesPerRun))],
            "upload": [
                "maxSide": .integer(Int64(devices.uploadMaxSide)),
                "quality": .double(devices.uploadQuality),
                "formats": .array(devices.uploadFormats.map { .string($0.rawValue) }),
            ],
            "refresh": [
                "minFetchInterval": .string(devices.minFetchInterval.shown),
                "staleAfter": .string(devices.staleAfter.shown),
                "onStale": .string(devices.onStale.rawValue),
            ],
            "minClient": .object(
                [("warn", devices.warnBelow), ("block", devices.blockBelow)].compactMap { name, version in
                    version.map { .init(name, .string($0.text)) }
                }
            ),
            "rollout": .object(rolloutMembers),
        ]
    }

    private var gateMembers: [JSON.Member] {
        var members: [JSON.Member] = [
            .init("enabled", .bool(isGateEnabled)),
            .init("deadline", .string(deadline.shown)),
            .init("onDeadline", .string(GateSettings.OnDeadline.send.rawValue)),
            .init("abstractBypass", .bool(abstractBypass)),
            .init("ownWatermark", .bool(ownWatermark)),
        ]
        guard let space else { return members }
        members.append(.init("steps", .array(devices.steps.map(\.json))))
        members.append(.init("sharpness", ["min": .double(space.thresholds.sharpness)]))
        members.append(
            .init(
                "saliencyArea",
                [
                    "min": .double(space.thresholds.saliencyArea),
                    "cellThreshold": .double(space.cellThreshold),
                    "needs": .array(
                        ScoreSpaceSettings.areaNames.filter { !space.absentAreas.contains($0.area) }
                            .map { .string($0.name) }
                    ),
                ]
            )
        )
        if let labels = space.labels { members.append(.init("abstract", labels.json)) }
        return members
    }

    private var governorMembers: [JSON.Member] {
        // Operators write what they know, devices read what it means: a VPN is no Wi-Fi and a charge limit is no charging.
        let needs = governor.backgroundNeeds.map { need -> JSON in
            switch need {
            case .charging: "externalPower"
            case .wifi: "unmetered"
            }
        }
        var members: [JSON.Member] = [
            .init("pauseAtThermal", .string(governor.pauseAtThermal.rawValue)),
            .init("pause", .string(governor.pause.shown)),
            .init("minBattery", .double(governor.minBattery)),
            .init("resumeBattery", .double(governor.resumeBattery)),
            .init("backgroundNeeds", .array(needs)),
        ]
        if let window = governor.nightWindow { members.append(.init("nightWindow", .string(window.shown))) }
        members.append(.init("dayBackgroundShare", .double(devices.dayBackgroundShare)))
        return members
    }

    private var rolloutMembers: [JSON.Member] {
        var members: [JSON.Member] = [
            .init("hash", .string(Rollout.formula)),
            .init("salt", .string(devices.rollout.salt)),
            .init("share", .double(devices.rollout.share)),
        ]
        if let other = devices.rollout.otherwiseRevision {
            members.append(.init("otherwiseRevision", .integer(Int64(other))))
        }
        return members
    }
}

extension LabelMap {
    /// Lists are sorted, so that one revision has one body.
    fileprivate var json: JSON {
        var lists = BypassLabel.Kind.allCases.map { kind in
            JSON.Member(
                kind.rawValue,
                .array(kinds.filter { $0.value == kind }.map(\.key).sorted().map { .string($0) })
            )
        }
        lists.append(.init("never", .array(vetoes.sorted().map { .string($0) })))
        return ["minConfidence": .double(minConfidence), "labels": .object(lists)]
    }
}

extension DeviceSettings.Step {
    fileprivate var json: JSON {
        var members: [JSON.Member] = [
            .init("name", .string(name.rawValue)), .init("budget", .string(budget.shown)),
        ]
        if classes.count < DeviceSettings.Class.allCases.count {
            let names = DeviceSettings.Class.allCases.filter(classes.contains).map { JSON.string($0.rawValue) }
            members.append(.init("classes", .array(names)))
        }
        return .object(members)
    }
}
