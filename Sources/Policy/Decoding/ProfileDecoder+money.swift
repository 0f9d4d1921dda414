import Documents
import Economics

extension ProfileDecoder {
    func revenue(_ object: ObjectReader) -> RevenueSettings? {
        guard let revenue = object.requiredObject("revenue") else { return nil }
        let ecpm = revenue.required("ecpm")?.money(
            hint: "eCPM is for a thousand impressions, in USD"
        )
        let impressions = revenue.required("impressionsPerUpload").flatMap(impressions)
        guard let ecpm, let impressions else { return nil }
        return RevenueSettings(ecpm: ecpm, impressionsPerUploadMicros: impressions)
    }

    private func impressions(_ field: FieldReader) -> Int64? {
        guard let value = field.number() else { return nil }
        let micros = (value * 1_000_000).rounded()
        guard abs(value * 1_000_000 - micros) < 1e-3 else {
            field.fail(.range, "a number with at most six decimals")
            return nil
        }
        return Int64(micros)
    }

    mutating func budget(_ object: ObjectReader) -> BudgetSettings? {
        guard let budget = object.requiredObject("budget") else { return nil }
        let decoder = CapsDecoder(knownZones: knownZones)
        let caps = decoder.caps(budget)
        var perKey: Caps? = Caps.none
        if let field = budget.optional("perKey") {
            perKey = field.object().flatMap(decoder.caps)
        }
        let alerts = decoder.alerts(budget)
        let share: Double?? = budget.optional("maxShareOfRevenue").map { $0.share() }
        let zone = budget.required("timeZone").flatMap(decoder.timeZone)
        let firstWeekday = decoder.firstWeekday(budget)
        let onCap = budget.optional("onCap", default: ProfileDefaults.onCap) { $0.choice() }
        let onPaceBlocked = budget.optional("onPaceBlocked", default: ProfileDefaults.onPaceBlocked) { field in
            let choice: BudgetSettings.OnPaceBlocked? = field.choice()
            if let choice { draft.onPaceBlocked = .init(value: choice, field: field) }
            return choice
        }
        if !CapsDecoder.capKeys.contains(where: { budget.optional($0) != nil }) {
            remarks.warning(
                .noCap,
                at: budget.node,
                field: "budget",
                "budget has no cap: neither monthly, weekly nor daily"
            )
        }
        // A key that is there but wrong has been reported.
        if case .some(.none) = share { return nil }
        guard let caps, let perKey, let alerts, let zone, let firstWeekday, let onCap, let onPaceBlocked else {
            return nil
        }
        return BudgetSettings(
            caps: caps,
            perKey: perKey,
            alerts: alerts,
            maxShareOfRevenue: share.flatMap { $0 },
            timeZone: zone,
            firstWeekday: firstWeekday,
            onCap: onCap,
            onPaceBlocked: onPaceBlocked
        )
    }
}
