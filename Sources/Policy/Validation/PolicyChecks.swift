import Documents
import Economics

/// Checks across documents: what one profile says against contracts, models and prices. A catalogue that could not be
/// read is nil, and what depends on it is not checked: its own mistakes are reported already.
struct PolicyChecks {
    let prices: PriceBook?
    let models: [ModelCapabilities]?
    let contracts: [String: Contract]
    /// Contracts whose documents are there but wrong.
    let brokenContracts: Set<String>
    let now: Timestamp

    func check(_ draft: ProfileDraft) {
        checkContract(draft)
        checkModel(draft)
    }

    private func checkContract(_ draft: ProfileDraft) {
        guard let read = draft.contract, !brokenContracts.contains(read.value) else { return }
        guard let contract = contracts[read.value] else {
            let known = contracts.keys.sorted()
            let hint = Spelling.nearest(to: read.value, among: known).map { "did you mean `\($0)`?" }
            let notes = known.isEmpty ? [] : ["contracts: \(known.joined(separator: ", "))"]
            read.field.fail(.reference, "the name of a document in contracts/", hint: hint, notes: notes)
            return
        }
        checkHint(draft, contract)
        guard let (language, field) = draft.language, contract.prompts[language] == nil else { return }
        let known = contract.prompts.keys.sorted().joined(separator: ", ")
        (field ?? read.field).remarks.error(
            .reference,
            at: (field ?? read.field).node,
            field: "cloud.language",
            "the contract `\(contract.name)` has no prompt in `\(language)`",
            notes: ["languages of \(contract.name): \(known)"]
        )
    }

    private func checkHint(_ draft: ProfileDraft, _ contract: Contract) {
        guard let hint = draft.hint, hint.value, let language = draft.language?.value,
            let prompt = contract.prompts[language], prompt.hints.isEmpty
        else { return }
        hint.field.remarks.error(
            .reference,
            at: hint.field.node,
            field: hint.field.path,
            "the contract `\(contract.name)` has no hints in `\(language)`",
            notes: ["write them as `hints` beside `system` and `user`, or leave `hint` out"]
        )
    }

    private func checkModel(_ draft: ProfileDraft) {
        guard let read = draft.model, let models else { return }
        guard let family = Self.family(of: read.value, in: models) else {
            let known = (prices?.prices.map(\.model) ?? models.map(\.prefix)).uniqued()
            let hint = Spelling.nearest(to: read.value, among: known).map { "did you mean `\($0)`?" }
            let place = prices == nil ? "families in models.json5" : "models in prices.json5"
            let notes = ["\(place): \(known.sorted().joined(separator: ", "))"]
            read.field.fail(.model, "a model of a family in models.json5", hint: hint, notes: notes)
            return
        }
        if let resolution = draft.mediaResolution, !family.mediaResolutions.contains(resolution.value) {
            let takes = family.mediaResolutions.map(\.rawValue).joined(separator: ", ")
            resolution.field.remarks.error(
                .conflict,
                at: resolution.field.node,
                field: "cloud.mediaResolution",
                "`\(read.value)` does not take media resolution `\(resolution.value.rawValue)`",
                notes: ["media resolutions of \(family.prefix): \(takes)"]
            )
        }
        // What a batch leaves unanswered is asked for alone, and needs a price too.
        let tiers = draft.tier.map { $0 == $0.online ? [$0] : [$0, $0.online] }
        checkLife(of: read, family: family, tiers: tiers ?? [])
    }

    /// Retirement, and a price for the whole time until then.
    private func checkLife(
        of read: ProfileDraft.Read<String>,
        family: ModelCapabilities,
        tiers: [CloudSettings.Tier]
    ) {
        guard let retires = family.retires else {
            for tier in tiers { checkPrice(of: read.value, tier: tier, from: now, until: nil, field: read.field) }
            return
        }
        let day = retires.day
        guard let fallback = family.fallback else {
            if retires <= now {
                read.field.remarks.error(
                    .retired,
                    at: read.field.node,
                    field: read.field.path,
                    "`\(read.value)` stopped on \(day) and models.json5 names no fallback"
                )
                return
            }
            read.field.warn(.retiring, "`\(read.value)` stops on \(day) and models.json5 names no fallback")
            for tier in tiers { checkPrice(of: read.value, tier: tier, from: now, until: retires, field: read.field) }
            return
        }
        if retires <= now {
            read.field.warn(
                .retired,
                "`\(read.value)` stopped on \(day): calls go to `\(fallback)`",
                hint: "write \"\(fallback)\""
            )
        } else {
            read.field.warn(
                .retiring,
                "`\(read.value)` stops on \(day): calls then go to `\(fallback)`",
                hint: "write \"\(fallback)\" before"
            )
            for tier in tiers { checkPrice(of: read.value, tier: tier, from: now, until: retires, field: read.field) }
        }
        for tier in tiers {
            checkPrice(of: fallback, tier: tier, from: max(retires, now), until: nil, field: read.field)
        }
    }

    /// Reports a model without a price at `start`, and warns of a price that ends before `end` (never, when nil).
    private func checkPrice(
        of model: String,
        tier: CloudSettings.Tier,
        from start: Timestamp,
        until end: Timestamp?,
        field: FieldReader
    ) {
        guard let prices else { return }
        func period(at moment: Timestamp) -> Price? {
            // Nil is the answer asked for: the message below says what is missing, and where.
            try? prices.price(model: model, tier: tier.rawValue, at: moment)
        }
        guard var current = period(at: start) else {
            let others = prices.prices.filter { $0.model == model }.map(\.tier).uniqued()
            let when = start <= now ? "now" : "from \(start.day) on"
            field.remarks.error(
                .price,
                at: field.node,
                field: field.path,
                "prices.json5 has no \(tier.rawValue) price for `\(model)` \(when)",
                notes: others.isEmpty ? [] : ["tiers of \(model): \(others.joined(separator: ", "))"]
            )
            return
        }
        while let until = current.until, until < end ?? .distantFuture {
            guard let next = period(at: until) else {
                field.warn(
                    .priceGap,
                    "prices.json5 has no \(tier.rawValue) price for `\(model)` from \(until.day) on"
                )
                return
            }
            if until <= now.advanced(bySeconds: Self.announcedWithin) {
                warn(of: next, after: current, on: until.day, field)
            }
            current = next
        }
    }

    /// Price changes are told of this long before: caps and targets need time to follow.
    private static let announcedWithin: Int64 = 180 * 86_400

    private func warn(of next: Price, after current: Price, on day: CivilDate, _ field: FieldReader) {
        let parts = [
            ("input", current.inputPerMillion, next.inputPerMillion),
            ("cached", current.cachedPerMillion, next.cachedPerMillion),
            ("output", current.outputPerMillion, next.outputPerMillion),
        ]
        let changes = parts.filter { $1 != $2 }.map { name, old, new in
            "\(name) \(Money(nanoUSD: old)) -> \(Money(nanoUSD: new))"
        }
        guard !changes.isEmpty else { return }
        field.warn(
            .priceChange,
            "the \(next.tier) price of `\(next.model)` changes on \(day): \(changes.joined(separator: ", "))",
            hint: "`torii policy plan` says what that does to caps and margin"
        )
    }

    static func family(of model: String, in models: [ModelCapabilities]) -> ModelCapabilities? {
        models.filter { model.hasPrefix($0.prefix) }.max { $0.prefix.utf8.count < $1.prefix.utf8.count }
    }
}

extension Sequence<String> {
    /// In order of first appearance.
    func uniqued() -> [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
