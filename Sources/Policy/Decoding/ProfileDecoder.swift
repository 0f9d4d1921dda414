import Documents
import Economics

/// Reads one profile document. Every section is read to its end, so that all mistakes come at once.
struct ProfileDecoder {
    let knownZones: Set<String>
    let remarks: Remarks
    var draft: ProfileDraft

    /// - Parameter stem: The file's name without its ending, which the profile's name must equal.
    static func draft(
        _ root: DocumentNode,
        stem: String,
        knownZones: Set<String>,
        remarks: Remarks
    ) -> ProfileDraft {
        var decoder = ProfileDecoder(knownZones: knownZones, remarks: remarks, draft: ProfileDraft(remarks: remarks))
        decoder.decode(root, stem: stem)
        return decoder.draft
    }

    private mutating func decode(_ root: DocumentNode, stem: String) {
        guard let object = ObjectReader(root, path: "", shape: .profile, remarks: remarks) else { return }
        let name = name(object, stem: stem)
        let scoreSpace = object.required("scoreSpace").flatMap(scoreSpace)
        let phase: Phase? = object.required("phase")?.choice()
        let gate = gate(object)
        let target = target(object)
        let falseRejects = falseRejects(object)
        let revenue = revenue(object)
        let budget = budget(object)
        let cloud = cloud(object)
        let governor = governor(object)
        let cache = cache(object)
        let keepThumbnails = keepThumbnails(object)
        let scoreSpaces = scoreSpaces(object)
        let devices = devices(object)
        let door = door(object)
        let deferral = deferral(object)
        let limits: LimitSettings?? = object.optional("limits").map { self.limits($0) }

        if let gate, let cloud, gate.deadline >= cloud.deadline {
            // Both start when the body is complete; the cloud's must outlast the gate's.
            remarks.error(
                .conflict,
                at: object.node["gate"]?["deadline"] ?? object.node["cloud"]?["deadline"],
                field: "gate.deadline",
                "gate.deadline must be shorter than cloud.deadline, \(cloud.deadline.shown), found \(gate.deadline.shown)"
            )
        }
        // A key that is there but wrong has been reported.
        if case .some(.none) = limits { return }
        guard !remarks.hasErrors, let name, let scoreSpace, let phase, let gate, let target, let falseRejects,
            let revenue,
            let budget, let cloud, let governor, let cache, let keepThumbnails, let scoreSpaces, let devices, let door,
            let deferral
        else { return }
        draft.profile = Profile(
            name: name,
            scoreSpace: scoreSpace,
            phase: phase,
            gate: gate,
            target: target,
            falseRejects: falseRejects,
            revenue: revenue,
            budget: budget,
            cloud: cloud,
            governor: governor,
            cache: cache,
            keepThumbnails: keepThumbnails,
            scoreSpaces: scoreSpaces,
            devices: devices,
            door: door,
            deferral: deferral,
            limits: limits ?? nil
        )
    }

    private mutating func name(_ object: ObjectReader, stem: String) -> String? {
        guard let field = object.required("name"), let name = field.name() else { return nil }
        draft.name = ProfileDraft.Read(value: name, field: field)
        guard name == stem else {
            field.fail(.name, "`\(stem)`, the name of its file")
            return nil
        }
        return name
    }

    /// No error: a revision must not keep a newer server from starting. `apply` refuses it for a new one.
    private func scoreSpace(_ field: FieldReader) -> String? {
        let space = field.scoreSpace()
        if let space, OwnScorer.isOtherVersion(space) {
            field.warn(
                .scorer,
                "this version measures `\(OwnScorer.scoreSpace)`: thresholds of `\(space)` judge none of its scores",
                hint: "measure in phase \"measure\", then set thresholds from `torii policy project`"
            )
        }
        return space
    }

    private func cache(_ object: ObjectReader) -> CacheSettings? {
        let defaults = ProfileDefaults.cache
        guard let field = object.optional("cache") else { return defaults }
        guard let cache = field.object() else { return nil }
        let near = cache.optional("near", default: defaults.near) { $0.bool() }
        let distance = cache.optional("nearDistance", default: defaults.nearDistance) { $0.integer() }
        let recheck = cache.optional("nearRecheck", default: defaults.nearRecheck) { field in
            let share = field.share()
            if near == true, share == 0 {
                field.warn(
                    .noRecheck,
                    "cache.nearRecheck is 0: no near duplicate's answer is ever checked, wrong ones stay unknown"
                )
            }
            return share
        }
        guard let near, let distance, let recheck else { return nil }
        return CacheSettings(near: near, nearDistance: distance, nearRecheck: recheck)
    }

    private func limits(_ field: FieldReader) -> LimitSettings? {
        guard let limits = field.object() else { return nil }
        let requests = limits.required("requests")?.integer()
        let period = limits.required("period")?.duration()
        let burst = limits.optional("burst", default: requests ?? 1) { $0.integer() }
        guard let requests, let period, let burst else { return nil }
        return LimitSettings(requests: requests, period: period, burst: burst)
    }

    private func door(_ object: ObjectReader) -> DoorSettings? {
        guard let field = object.optional("door") else { return ProfileDefaults.door }
        guard let door = field.object() else { return nil }
        return door.optional("onReject", default: ProfileDefaults.door.onReject) { $0.choice() }.map(DoorSettings.init)
    }

    private func deferral(_ object: ObjectReader) -> DeferralSettings? {
        let defaults = ProfileDefaults.deferral
        guard let field = object.optional("deferral") else { return defaults }
        guard let deferral = field.object() else { return nil }
        let deadline = deferral.optional("deadline", default: defaults.deadline) { $0.duration() }
        let callback: String?? = deferral.optional("callback").map { $0.webhook() }
        // A key that is there but wrong has been reported.
        if case .some(.none) = callback { return nil }
        guard let deadline else { return nil }
        return DeferralSettings(deadline: deadline, callback: callback ?? nil)
    }

    private func keepThumbnails(_ object: ObjectReader) -> Bool? {
        guard let field = object.optional("keepThumbnails") else { return ProfileDefaults.keepThumbnails }
        return field.bool()
    }
}

extension ObjectReader {
    /// What `read` makes of the value under `key`, or `defaultValue` when the key is not there. Nil when it is wrong.
    func optional<Value>(_ key: String, default defaultValue: Value, _ read: (FieldReader) -> Value?) -> Value? {
        guard let field = optional(key) else { return defaultValue }
        return read(field)
    }
}
