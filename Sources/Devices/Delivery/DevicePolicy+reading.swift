package import Documents
import Economics
import Policy

extension DevicePolicy {
    /// Reads the body of `GET /v1/policy/{profile}`. Members that are not known are passed over, so that older apps read
    /// newer documents; what is missing or odd falls back to the bundled default, which can only send.
    ///
    /// Nil for another kind of document, or one without profile, score space, revision or phase.
    package init?(json root: DocumentNode) {
        guard root["document"]?.string == Self.document, let profile = root["profile"]?.string,
            let scoreSpace = root["scoreSpace"]?.string,
            let revision = root["revision"]?.integer.flatMap({ Int(exactly: $0) }), revision >= 0,
            let issuedAt = root["issuedAt"]?.string.flatMap({ Timestamp(iso8601: $0) }),
            let phase = root["phase"]?.string.flatMap(Phase.init(rawValue:))
        else { return nil }
        let bundled = DevicePolicy.bundled(profile: profile, scoreSpace: scoreSpace)
        let gate = root["gate"]
        let space = gate.flatMap { Self.space(named: scoreSpace, $0) }
        self.init(
            profile: profile,
            scoreSpace: scoreSpace,
            revision: revision,
            issuedAt: issuedAt,
            // Without thresholds there is nothing to enforce.
            phase: space == nil ? .measure : phase,
            isGateEnabled: gate?["enabled"]?.bool ?? false,
            deadline: Self.duration(gate?["deadline"]) ?? bundled.deadline,
            abstractBypass: gate?["abstractBypass"]?.bool ?? bundled.abstractBypass,
            ownWatermark: gate?["ownWatermark"]?.bool ?? bundled.ownWatermark,
            space: space,
            governor: Self.governor(root["governor"], bundled.governor),
            devices: Self.devices(root, bundled.devices),
            audit: Self.rollout(root["audit"]) ?? bundled.audit
        )
    }

    private static func space(named name: String, _ gate: DocumentNode) -> ScoreSpaceSettings? {
        guard let sharpness = gate["sharpness"]?["min"]?.double, let area = gate["saliencyArea"]?["min"]?.double else {
            return nil
        }
        let needs = gate["saliencyArea"]?["needs"]?.array?.compactMap(\.string)
        let absent = ScoreSpaceSettings.areaNames.filter { needs?.contains($0.name) == false }.map(\.area)
        return ScoreSpaceSettings(
            name: name,
            thresholds: Thresholds(sharpness: sharpness, saliencyArea: area),
            cellThreshold: gate["saliencyArea"]?["cellThreshold"]?.double ?? ProfileDefaults.cellThreshold,
            absentAreas: Set(absent),
            labels: gate["abstract"].flatMap(labelMap)
        )
    }

    private static func labelMap(_ node: DocumentNode) -> LabelMap? {
        guard let minConfidence = node["minConfidence"]?.double, let lists = node["labels"] else { return nil }
        var kinds: [String: BypassLabel.Kind] = [:]
        for kind in BypassLabel.Kind.allCases {
            for label in lists[kind.rawValue]?.array ?? [] {
                if let text = label.string { kinds[LabelMap.folded(text)] = kind }
            }
        }
        let vetoes = (lists["never"]?.array ?? []).compactMap(\.string).map(LabelMap.folded)
        return LabelMap(minConfidence: minConfidence, kinds: kinds, vetoes: Set(vetoes))
    }

    private static func governor(_ node: DocumentNode?, _ bundled: GovernorSettings) -> GovernorSettings {
        let needs = node?["backgroundNeeds"]?.array?.compactMap { item -> GovernorSettings.Need? in
            switch item.string {
            case "externalPower": .charging
            case "unmetered": .wifi
            default: nil
            }
        }
        return GovernorSettings(
            pauseAtThermal: node?["pauseAtThermal"]?.string.flatMap(GovernorSettings.Thermal.init(rawValue:))
                ?? bundled.pauseAtThermal,
            pause: duration(node?["pause"]) ?? bundled.pause,
            minBattery: node?["minBattery"]?.double ?? bundled.minBattery,
            resumeBattery: node?["resumeBattery"]?.double ?? bundled.resumeBattery,
            backgroundNeeds: needs ?? bundled.backgroundNeeds,
            nightWindow: node?["nightWindow"]?.string.flatMap(GovernorSettings.NightWindow.init(text:))
        )
    }

    private static func devices(_ root: DocumentNode, _ bundled: DeviceSettings) -> DeviceSettings {
        let upload = root["upload"]
        let refresh = root["refresh"]
        let formats = upload?["formats"]?.array?.compactMap { $0.string.flatMap(DeviceSettings.Format.init(rawValue:)) }
        return DeviceSettings(
            steps: root["gate"]?["steps"]?.array?.compactMap(DeviceSettings.Step.init(json:)) ?? [],
            maxImagesPerRun: root["batch"]?["maxImagesPerRun"]?.integer.map { Int(clamping: $0) }
                ?? bundled.maxImagesPerRun,
            uploadMaxSide: upload?["maxSide"]?.integer.map { Int(clamping: $0) } ?? bundled.uploadMaxSide,
            uploadQuality: upload?["quality"]?.double ?? bundled.uploadQuality,
            uploadFormats: formats ?? bundled.uploadFormats,
            minFetchInterval: duration(refresh?["minFetchInterval"]) ?? bundled.minFetchInterval,
            staleAfter: duration(refresh?["staleAfter"]) ?? bundled.staleAfter,
            onStale: bundled.onStale,
            warnBelow: root["minClient"]?["warn"]?.string.flatMap(ClientVersion.init),
            blockBelow: root["minClient"]?["block"]?.string.flatMap(ClientVersion.init),
            // A formula of another version means nothing here: nobody is in.
            rollout: rollout(root["rollout"]) ?? Rollout(salt: "", share: 0),
            dayBackgroundShare: root["governor"]?["dayBackgroundShare"]?.double ?? bundled.dayBackgroundShare
        )
    }

    private static func rollout(_ node: DocumentNode?) -> Rollout? {
        guard let node, node["hash"]?.string == Rollout.formula, let salt = node["salt"]?.string,
            let share = node["share"]?.double
        else { return nil }
        return Rollout(
            salt: salt,
            share: share,
            otherwiseRevision: node["otherwiseRevision"]?.integer.flatMap { Int(exactly: $0) }
        )
    }

    fileprivate static func duration(_ node: DocumentNode?) -> Duration? {
        node?.string.flatMap { Duration(shown: $0) }
    }
}

extension DeviceSettings.Step {
    /// Nil for a step this version cannot run.
    fileprivate init?(json node: DocumentNode) {
        guard let name = node["name"]?.string.flatMap(Name.init(rawValue:)),
            let budget = DevicePolicy.duration(node["budget"])
        else { return nil }
        let classes = node["classes"]?.array?.compactMap { $0.string.flatMap(DeviceSettings.Class.init(rawValue:)) }
        self.init(name: name, budget: budget, classes: Set(classes ?? DeviceSettings.Class.allCases))
    }
}
