import Documents
import Economics

/// Reads what a budget has in common, a profile's, a key's or the portfolio's.
struct CapsDecoder {
    static let capKeys = ["monthly", "weekly", "daily"]

    let knownZones: Set<String>

    /// Nil when one is wrong: each shorter window's cap is at most the longer one's.
    func caps(_ object: ObjectReader) -> Caps? {
        var caps: [String: Money] = [:]
        for key in Self.capKeys {
            guard let field = object.optional(key) else { continue }
            guard let amount = field.money() else { return nil }
            caps[key] = amount
        }
        for (shorter, longer) in [("daily", "weekly"), ("daily", "monthly"), ("weekly", "monthly")] {
            guard let small = caps[shorter], let large = caps[longer], small > large else { continue }
            object.optional(shorter)?.fail(.conflict, "at most \(object.field(longer)), \(large)")
            return nil
        }
        return Caps(daily: caps["daily"], weekly: caps["weekly"], monthly: caps["monthly"])
    }

    /// Shares of a cap, in ascending order; at most one in a thousandth.
    func alerts(_ object: ObjectReader) -> [Double]? {
        guard let field = object.optional("alerts") else { return ProfileDefaults.alerts }
        guard let items = field.items() else { return nil }
        var shares: [Double] = []
        for item in items {
            guard let share = item.number(hint: "a share of the cap, not a percentage") else { return nil }
            shares.append(share)
        }
        return shares.sorted()
    }

    func firstWeekday(_ object: ObjectReader) -> Weekday? {
        object.optional("firstWeekday", default: ProfileDefaults.firstWeekday) { $0.choice() }
    }

    func timeZone(_ field: FieldReader) -> String? {
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
