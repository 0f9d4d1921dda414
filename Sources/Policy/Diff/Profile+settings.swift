import Documents
import Economics

extension Profile {
    /// Every setting as it holds, whether its document names it or leaves it at its default, in the order documents
    /// have. What is not set and has no default (a cap, a night window) is `null`.
    package var settings: [Setting] {
        [
            Setting("name", .string(name)),
            Setting("scoreSpace", .string(scoreSpace)),
            Setting("phase", .string(phase.rawValue)),
        ] + gate.settings + [
            Setting("target.sendRate", .double(target.sendRate)),
            Setting("target.mode", .string(target.mode.rawValue)),
            Setting("falseRejects.max", .double(falseRejects.max)),
            Setting("falseRejects.goal", .double(falseRejects.goal)),
            Setting("falseRejects.confidence", .double(falseRejects.confidence)),
            Setting("falseRejects.auditShare", .double(falseRejects.auditShare)),
            Setting("falseRejects.secondModel", falseRejects.secondModel.map { .string($0) } ?? .null),
            Setting("revenue.ecpm", .string("\(revenue.ecpm)")),
            Setting(
                "revenue.impressionsPerUpload",
                .double(Double(revenue.impressionsPerUploadMicros) / 1_000_000)
            ),
        ] + budget.settings + cloud.settings + governor.settings + [
            Setting("cache.near", .bool(cache.near)),
            Setting("cache.nearDistance", .integer(Int64(cache.nearDistance))),
            Setting("cache.nearRecheck", .double(cache.nearRecheck)),
            Setting("keepThumbnails", .bool(keepThumbnails)),
        ] + scoreSpaces.values.sorted { $0.name < $1.name }.flatMap(\.settings) + devices.settings
            + [
                Setting("deferral.deadline", .string(deferral.deadline.shown)),
                Setting("deferral.callback", deferral.callback.map { .string($0) } ?? .null),
                Setting("door.onReject", .string(door.onReject.rawValue)),
            ]
            + [
                Setting("limits.requests", limits.map { .integer(Int64($0.requests)) } ?? .null),
                Setting("limits.period", limits.map { .string($0.period.shown) } ?? .null),
                Setting("limits.burst", limits.map { .integer(Int64($0.burst)) } ?? .null),
            ]
    }
}

extension GateSettings {
    fileprivate var settings: [Setting] {
        [
            Setting("gate.enabled", .bool(enabled)),
            Setting("gate.sharpness.min", .double(sharpness.min)),
            Setting("gate.sharpness.floor", .double(sharpness.floor)),
            Setting("gate.sharpness.ceiling", .double(sharpness.ceiling)),
            Setting("gate.saliencyArea.min", .double(saliencyArea.min)),
            Setting("gate.saliencyArea.floor", .double(saliencyArea.floor)),
            Setting("gate.saliencyArea.ceiling", .double(saliencyArea.ceiling)),
            Setting("gate.abstractBypass", .bool(abstractBypass)),
            Setting("gate.ownWatermark", .bool(ownWatermark)),
            Setting("gate.background", .string(background.hex)),
            Setting("gate.deadline", .string(deadline.shown)),
            Setting("gate.onDeadline", .string(onDeadline.rawValue)),
            Setting("gate.onOverload", .string(onOverload.rawValue)),
        ]
    }
}

extension GateSettings.RGB {
    /// `#rrggbb`
    fileprivate var hex: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension BudgetSettings {
    fileprivate var settings: [Setting] {
        [
            Setting("budget.monthly", monthly.map { .string("\($0)") } ?? .null),
            Setting("budget.weekly", weekly.map { .string("\($0)") } ?? .null),
            Setting("budget.daily", daily.map { .string("\($0)") } ?? .null),
            Setting("budget.perKey.monthly", perKey.monthly.map { .string("\($0)") } ?? .null),
            Setting("budget.perKey.weekly", perKey.weekly.map { .string("\($0)") } ?? .null),
            Setting("budget.perKey.daily", perKey.daily.map { .string("\($0)") } ?? .null),
            Setting("budget.alerts", .array(alerts.map { .double($0) })),
            Setting("budget.maxShareOfRevenue", maxShareOfRevenue.map { .double($0) } ?? .null),
            Setting("budget.timeZone", .string(timeZone)),
            Setting("budget.firstWeekday", .string(firstWeekday.rawValue)),
            Setting("budget.onCap", .string(onCap.rawValue)),
            Setting("budget.onPaceBlocked", .string(onPaceBlocked.rawValue)),
        ]
    }
}

extension CloudSettings {
    fileprivate var settings: [Setting] {
        [
            Setting("cloud.model", .string(model)),
            Setting("cloud.cheaperModel", cheaperModel.map { .string($0) } ?? .null),
            Setting("cloud.mediaResolution", .string(mediaResolution.rawValue)),
            Setting("cloud.maxOutputTokens", .integer(Int64(maxOutputTokens))),
            Setting("cloud.deadline", .string(deadline.shown)),
            Setting("cloud.tier", .string(tier.rawValue)),
            Setting("cloud.image.maxSide", .integer(Int64(imageMaxSide))),
            Setting("cloud.image.quality", .double(imageQuality)),
            Setting("cloud.contract", .string(contract)),
            Setting("cloud.language", .string(language)),
            Setting("cloud.hint", .bool(hint)),
        ]
            + HarmCategory.allCases.map {
                Setting("cloud.safety.\($0.rawValue)", safety[$0].map { .string($0.rawValue) } ?? .null)
            }
    }
}

extension GovernorSettings {
    fileprivate var settings: [Setting] {
        [
            Setting("governor.pauseAtThermal", .string(pauseAtThermal.rawValue)),
            Setting("governor.pause", .string(pause.shown)),
            Setting("governor.minBattery", .double(minBattery)),
            Setting("governor.resumeBattery", .double(resumeBattery)),
            Setting("governor.backgroundNeeds", .array(backgroundNeeds.map { .string($0.rawValue) })),
            Setting("governor.nightWindow", nightWindow.map { .string($0.shown) } ?? .null),
        ]
    }
}

extension GovernorSettings.NightWindow {
    /// `22:00-06:00`
    package var shown: String { "\(Self.clock(startMinute))-\(Self.clock(endMinute))" }

    private static func clock(_ minute: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(two(minute / 60)):\(two(minute % 60))"
    }
}
