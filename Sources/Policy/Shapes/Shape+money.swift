import Economics

extension Shape {
    static let largestAmount = Money(nanoUSD: 1_000_000_000_000_000)
    static let largestECPM = Money(nanoUSD: 1_000_000_000_000)

    static let revenue = Shape([
        .required("ecpm", .money(.zero...largestECPM), "earnings of a thousand ad impressions"),
        .required("impressionsPerUpload", .number(0...1000), "at most six decimals"),
    ])

    /// Caps, wherever they stand.
    private static let capKeys: [Key] = [
        .optional("monthly", .money(.zero...largestAmount), "hard cap of a calendar month"),
        .optional("weekly", .money(.zero...largestAmount), "hard cap of a week"),
        .optional("daily", .money(.zero...largestAmount), "hard cap of a day"),
    ]
    static let caps = Shape(capKeys)

    /// When windows begin and who is told of them.
    private static let windowKeys: [Key] = [
        .required("timeZone", .zone, "days, weeks and months are this zone's"),
        .optional("firstWeekday", .word(Weekday.self), "where weeks begin"),
        .optional(
            "alerts",
            .list(.number(0.001...1), count: 0...20, unique: true),
            "shares of a cap at which an alert is raised, once a window"
        ),
    ]

    /// `portfolio.json5`
    static let portfolio = Shape([
        .required("budget", .object(Shape(capKeys + windowKeys)), "what all profiles together may spend"),
        .optional("alertWebhook", .text, "where events are posted: an https URL, or one of this machine"),
        .optional("alertSeverity", .word(EventSeverity.self), "less grave events are not posted"),
        .optional(
            "alertKinds",
            .list(.word(EventKind.self), count: 1...EventKind.allCases.count, unique: true),
            "only events of these kinds are posted"
        ),
    ])

    static let budget = Shape(
        capKeys + windowKeys + [
            .optional("perKey", .object(caps), "what each API key may spend inside the profile"),
            .optional("maxShareOfRevenue", .share, "of the month's revenue, what calls may cost"),
            .optional("onCap", .word(BudgetSettings.OnCap.self), "what is answered past a cap"),
            .optional(
                "onPaceBlocked",
                .word(BudgetSettings.OnPaceBlocked.self),
                "when the pace asks for more than may be rejected"
            ),
        ]
    )

    /// `prices.json5`
    static let prices = Shape([
        .required("models", .map(.list(.object(period), count: 1...1000, unique: false), least: 0), "prices by model")
    ])

    /// One period of one model.
    static let period = Shape(
        [
            .required("from", .day, "the first day, in UTC"),
            .optional("until", .day, "the day it ends, itself not included"),
            .required("source", .text, "where the price was read"),
        ]
            + PricesDecoder.tiers.map { .optional($0, .object(rate), "prices of a million tokens in tier \($0)") }
    )

    static let rate = Shape([
        .required("input", .money(plausible), "of a million input tokens"),
        .optional("cached", .money(plausible), "of a million cached input tokens; the price of input when left out"),
        .required("output", .money(plausible), "of a million output tokens, thoughts included"),
    ])

    private static var plausible: ClosedRange<Money> {
        Money(nanoUSD: PriceBook.plausible.lowerBound)...Money(nanoUSD: PriceBook.plausible.upperBound)
    }
}
