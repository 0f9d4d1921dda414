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

    func budget(_ object: ObjectReader) -> BudgetSettings? {
        guard let budget = object.requiredObject("budget") else { return nil }
        let monthly: Money?? = budget.optional("monthly").map { $0.money() }
        let dailyField = budget.optional("daily")
        let daily: Money?? = dailyField.map { $0.money() }
        let share: Double?? = budget.optional("maxShareOfRevenue").map { $0.share() }
        let zone = budget.required("timeZone").flatMap(timeZone)
        let onCap = budget.optional("onCap", default: ProfileDefaults.onCap) { field in
            let choice: BudgetSettings.OnCap? = field.choice()
            if choice == .defer {
                field.warn(
                    .notYet,
                    "budget.onCap `defer` has no effect in this version: a local label is answered instead"
                )
            }
            return choice
        }
        let onPaceBlocked = budget.optional("onPaceBlocked", default: ProfileDefaults.onPaceBlocked) { field in
            let choice: BudgetSettings.OnPaceBlocked? = field.choice()
            if choice != nil {
                field.warn(.notYet, "budget.onPaceBlocked has no effect in this version: only the caps limit spending")
            }
            return choice
        }
        if monthly == nil, daily == nil {
            remarks.warning(.noCap, at: budget.node, field: "budget", "budget has neither a monthly nor a daily cap")
        }
        // A key that is there but wrong has been reported.
        if case .some(.none) = monthly { return nil }
        if case .some(.none) = daily { return nil }
        if case .some(.none) = share { return nil }
        guard let zone, let onCap, let onPaceBlocked else { return nil }
        let caps = (monthly: monthly.flatMap { $0 }, daily: daily.flatMap { $0 })
        if let month = caps.monthly, let day = caps.daily, day > month {
            dailyField?.fail(.conflict, "at most budget.monthly, \(month)")
            return nil
        }
        return BudgetSettings(
            monthly: caps.monthly,
            daily: caps.daily,
            maxShareOfRevenue: share.flatMap { $0 },
            timeZone: zone,
            onCap: onCap,
            onPaceBlocked: onPaceBlocked
        )
    }

    private func timeZone(_ field: FieldReader) -> String? {
        guard let text = field.string() else { return nil }
        guard knownZones.contains(text) else {
            let suggestion = Spelling.nearest(to: text, among: knownZones.sorted())
            field.fail(
                .zone,
                "a time zone this machine knows, such as \"Asia/Tokyo\"",
                hint: suggestion.map { "did you mean `\($0)`?" }
            )
            return nil
        }
        return text
    }
}
