import Documents
import Economics

/// Checks of the models a profile names: that they are known, live, and have prices.
extension PolicyChecks {
    func checkModels(_ draft: ProfileDraft) {
        for model in draft.models { check(model, draft) }
        checkPaceBlocked(draft)
    }

    private func check(_ model: ProfileDraft.Model, _ draft: ProfileDraft) {
        guard let models else { return }
        guard let family = Self.family(of: model.name, in: models) else {
            let known = (prices?.prices.map(\.model) ?? models.map(\.prefix)).uniqued()
            let hint = Spelling.nearest(to: model.name, among: known).map { "did you mean `\($0)`?" }
            let place = prices == nil ? "families in models.json5" : "models in prices.json5"
            let notes = ["\(place): \(known.sorted().joined(separator: ", "))"]
            model.field.fail(.model, "a model of a family in models.json5", hint: hint, notes: notes)
            return
        }
        if let wanted = draft.models.first(where: { $0.role == .wanted }), model.role != .wanted {
            guard model.name != wanted.name else {
                let hint = model.role == .secondJudge ? "a model that judges itself says the same again" : nil
                model.field.fail(.conflict, "another model than cloud.model", hint: hint)
                return
            }
        }
        if let resolution = draft.mediaResolution, !family.mediaResolutions.contains(resolution.value) {
            let takes = family.mediaResolutions.map(\.rawValue).joined(separator: ", ")
            let field = model.role == .wanted ? resolution.field : model.field
            field.remarks.error(
                .conflict,
                at: field.node,
                field: model.role == .wanted ? "cloud.mediaResolution" : field.path,
                "`\(model.name)` does not take media resolution `\(resolution.value.rawValue)`",
                notes: ["media resolutions of \(family.prefix): \(takes)"]
            )
        }
        if model.role == .secondJudge {
            checkLife(ofJudge: model, family: family, tiers: tiers(of: model, draft))
        } else {
            checkLife(of: model, family: family, tiers: tiers(of: model, draft))
        }
    }

    /// What a batch leaves unanswered is asked for alone, and needs a price too. Other models are only asked alone.
    private func tiers(of model: ProfileDraft.Model, _ draft: ProfileDraft) -> [CloudSettings.Tier] {
        guard let tier = draft.tier else { return [] }
        return tier == tier.online || model.role != .wanted ? [tier.online] : [tier, tier.online]
    }

    /// `cheaperModel` needs a model, and one that is cheaper.
    private func checkPaceBlocked(_ draft: ProfileDraft) {
        let cheaper = draft.models.first { $0.role == .cheaper }
        // Warnings: revisions of before these did anything are in force somewhere.
        if let choice = draft.onPaceBlocked, choice.value == .cheaperModel, cheaper == nil {
            choice.field.warn(
                .conflict,
                "\(choice.field.path) `cheaperModel` does nothing without cloud.cheaperModel, the model to ask then"
            )
        }
        checkDeferred(draft)
        guard let cheaper, let wanted = draft.models.first(where: { $0.role == .wanted }), let tier = draft.tier,
            // A price that is missing is reported already.
            let price = try? prices?.price(model: cheaper.name, tier: tier.online.rawValue, at: now),
            let usual = try? prices?.price(model: wanted.name, tier: tier.online.rawValue, at: now),
            price.inputPerMillion >= usual.inputPerMillion, price.outputPerMillion >= usual.outputPerMillion
        else { return }
        cheaper.field.warn(.conflict, "`\(cheaper.name)` costs no less than `\(wanted.name)`")
    }

    /// What waits for half the price needs one.
    private func checkDeferred(_ draft: ProfileDraft) {
        guard let choice = draft.onPaceBlocked, choice.value == .defer, let prices,
            let wanted = draft.models.first(where: { $0.role == .wanted }),
            // No price is the answer asked for.
            (try? prices.price(model: wanted.name, tier: CloudSettings.Tier.batch.rawValue, at: now)) == nil
        else { return }
        choice.field.warn(.price, "prices.json5 has no batch price for `\(wanted.name)`: what is to wait stays local")
    }

    /// Retirement of a second judge: nothing stands in for it, since that might be the model it judges.
    private func checkLife(ofJudge model: ProfileDraft.Model, family: ModelCapabilities, tiers: [CloudSettings.Tier]) {
        if let retires = family.retires {
            let isOver = retires <= now
            model.field.warn(
                isOver ? .retired : .retiring,
                "`\(model.name)` \(isOver ? "stopped" : "stops") on \(retires.day): audits then wait for people"
            )
            guard !isOver else { return }
        }
        for tier in tiers {
            checkPrice(of: model.name, tier: tier, from: now, until: family.retires, field: model.field)
        }
    }

    /// Retirement, and a price for the whole time until then.
    private func checkLife(
        of model: ProfileDraft.Model,
        family: ModelCapabilities,
        tiers: [CloudSettings.Tier]
    ) {
        guard let retires = family.retires else {
            for tier in tiers { checkPrice(of: model.name, tier: tier, from: now, until: nil, field: model.field) }
            return
        }
        let day = retires.day
        guard let fallback = family.fallback else {
            if retires <= now {
                model.field.remarks.error(
                    .retired,
                    at: model.field.node,
                    field: model.field.path,
                    "`\(model.name)` stopped on \(day) and models.json5 names no fallback"
                )
                return
            }
            model.field.warn(.retiring, "`\(model.name)` stops on \(day) and models.json5 names no fallback")
            for tier in tiers { checkPrice(of: model.name, tier: tier, from: now, until: retires, field: model.field) }
            return
        }
        if retires <= now {
            model.field.warn(
                .retired,
                "`\(model.name)` stopped on \(day): calls go to `\(fallback)`",
                hint: "write \"\(fallback)\""
            )
        } else {
            model.field.warn(
                .retiring,
                "`\(model.name)` stops on \(day): calls then go to `\(fallback)`",
                hint: "write \"\(fallback)\" before"
            )
            for tier in tiers { checkPrice(of: model.name, tier: tier, from: now, until: retires, field: model.field) }
        }
        for tier in tiers {
            checkPrice(of: fallback, tier: tier, from: max(retires, now), until: nil, field: model.field)
        }
    }

    static func family(of model: String, in models: [ModelCapabilities]) -> ModelCapabilities? {
        models.filter { model.hasPrefix($0.prefix) }.max { $0.prefix.utf8.count < $1.prefix.utf8.count }
    }
}
