import Economics

/// Prices the tests share.
enum Prices {
    static let lite = Price(
        model: "gemini-3.5-flash-lite",
        tier: "standard",
        id: "gemini-3.5-flash-lite/standard/2026-07-21",
        from: .seconds(1_784_592_000),
        until: nil,
        inputPerMillion: 300_000_000,
        cachedPerMillion: 30_000_000,
        outputPerMillion: 2_500_000_000
    )

    static func make(
        _ model: String = "m",
        tier: String = "standard",
        id: String? = nil,
        from: Int64 = 0,
        until: Int64? = nil,
        input: Int64 = 300_000_000,
        cached: Int64 = 30_000_000,
        output: Int64 = 2_500_000_000
    ) -> Price {
        Price(
            model: model,
            tier: tier,
            id: id ?? "\(model)/\(tier)/\(from)",
            from: .seconds(from),
            until: until.map { .seconds($0) },
            inputPerMillion: input,
            cachedPerMillion: cached,
            outputPerMillion: output
        )
    }
}
