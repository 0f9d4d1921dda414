extension Spoiled {
    /// Mistakes in prices, models and contracts.
    static let catalogues: [Spoiled] = [
        Spoiled(
            "prices.json5",
            #"{ from: "2029-01-01""#,
            #"{ from: "2029-02-01""#,
            """
            prices.json5:10:15 error [policy.price] models.lite-2[1].from: `lite-2` has no standard price from \
            2029-01-01 to 2029-02-01 | periods follow each other without a gap
            """
        ),
        Spoiled(
            "prices.json5",
            "models: {",
            "model: {",
            """
            prices.json5:2:3 error [policy.unknown-key] model: unknown key `model` | did you mean \
            `models`? = keys of the document: models
            """
        ),
        Spoiled(
            "prices.json5",
            #""lite-1": ["#,
            #""lite-0": [], "lite-1": ["#,
            """
            prices.json5:3:15 error [policy.price] models.lite-0: models.lite-0 must be a list of at least \
            one period, found an empty list
            """
        ),
        Spoiled(
            "prices.json5",
            #"from: "2029-01-01""#,
            #"from: "2026-12-31""#,
            """
            prices.json5:10:15 error [policy.price] models.lite-2[1].from: `lite-2` has two standard \
            prices from 2026-12-31 to 2029-01-01
            """
        ),
        Spoiled(
            "prices.json5",
            #"from: "2029-01-01""#,
            #"from: "2027-02-29""#,
            """
            prices.json5:10:15 error [policy.value] models.lite-2[1].from: models.lite-2[1].from must be a \
            day such as "2026-12-31", found `2027-02-29`
            """
        ),
        Spoiled(
            "prices.json5",
            #"from: "2026-01-01", until: "2029-01-01""#,
            #"from: "2026-01-01""#,
            """
            prices.json5:10:15 error [policy.price] models.lite-2[1].from: `lite-2` has two standard \
            prices from 2029-01-01 on | end the earlier period: until: "2029-01-01"
            """
        ),
        Spoiled(
            "prices.json5",
            #"until: "2026-12-01""#,
            #"until: "2025-12-01""#,
            """
            prices.json5:4:36 error [policy.conflict] models.lite-1[0].until: models.lite-1[0].until must \
            be a day after 2026-01-01, found `2025-12-01`
            """
        ),
        Spoiled(
            "prices.json5",
            #"source: "test",\#n        standard: { input: "1.50 USD", output: "7.50 USD" }"#,
            #"standard: { input: "1.50 USD", output: "7.50 USD" }"#,
            """
            prices.json5:10:7 error [policy.missing] models.lite-2[1].source: models.lite-2[1].source is \
            missing
            """
        ),
        Spoiled(
            "prices.json5",
            #"source: "test",\#n        standard: { input: "1.50 USD", output: "7.50 USD" }"#,
            #"source: "test""#,
            """
            prices.json5:10:7 error [policy.price] models.lite-2[1]: models.lite-2[1] has no tier, such as \
            `standard`
            """
        ),
        Spoiled(
            "prices.json5",
            #""1.50 USD""#,
            #""0.0000015 USD""#,
            """
            prices.json5:11:28 error [policy.price] models.lite-2[1].standard.input: \
            models.lite-2[1].standard.input must be 0.001 USD to 1000.00 USD, found `0.0000015 USD` | \
            prices are for a million tokens: is this the price of one token or of a thousand?
            """
        ),
        Spoiled(
            "prices.json5",
            #""1.50 USD""#,
            #""1500 USD""#,
            """
            prices.json5:11:28 error [policy.price] models.lite-2[1].standard.input: \
            models.lite-2[1].standard.input must be 0.001 USD to 1000.00 USD, found `1500 USD` | prices \
            are for a million tokens, in USD: is this the price of a billion, or in another unit?
            """
        ),
        Spoiled(
            "prices.json5",
            #""1.50 USD""#,
            #""0 USD""#,
            """
            prices.json5:11:28 error [policy.price] models.lite-2[1].standard.input: \
            models.lite-2[1].standard.input must be 0.001 USD to 1000.00 USD, found `0 USD` | an unknown \
            price is left out, never zero
            """
        ),
        Spoiled(
            "prices.json5",
            #""1.50 USD""#,
            #""-1.50 USD""#,
            """
            prices.json5:11:28 error [policy.price] models.lite-2[1].standard.input: \
            models.lite-2[1].standard.input must be 0.001 USD to 1000.00 USD, found `-1.50 USD` | an \
            unknown price is left out, never zero
            """
        ),
        Spoiled(
            "prices.json5",
            #""1.50 USD""#,
            "1.5",
            """
            prices.json5:11:28 error [policy.type] models.lite-2[1].standard.input: \
            models.lite-2[1].standard.input must be money, found 1.5 | write the amount with its currency: \
            "1.5 USD"
            """
        ),
        Spoiled(
            "prices.json5",
            #"from: "2029-01-01""#,
            #"from: "1927-01-01""#,
            """
            prices.json5:10:15 error [policy.range] models.lite-2[1].from: models.lite-2[1].from must be a \
            day from 2000 to 2199, found `1927-01-01`
            """
        ),
        Spoiled(
            "prices.json5",
            #"cached: "0.03 USD""#,
            #"cached: "0.31 USD""#,
            """
            prices.json5:5:48 error [policy.price] models.lite-1[0].standard.cached: \
            models.lite-1[0].standard.cached must be at most the price of input, 0.30 USD, found `0.31 USD`
            """
        ),
        Spoiled(
            "prices.json5",
            #"input: "0.30 USD", "#,
            "",
            """
            prices.json5:5:19 error [policy.missing] models.lite-1[0].standard.input: \
            models.lite-1[0].standard.input is missing
            """
        ),
        Spoiled(
            "prices.json5",
            #"from: "2026-01-01", until: "2029-01-01""#,
            #"from: "2026-12-01", until: "2029-01-01""#,
            """
            android.json5:13:19 error [policy.price] cloud.model: prices.json5 has no standard price for \
            `lite-2` now = tiers of lite-2: standard
            """
        ),
        Spoiled(
            "models.json5",
            #""lite-2": { thinking"#,
            #""lite-9": { thinking"#,
            """
            models.json5:4:50 error [policy.model] families.lite-1.fallback: families.lite-1.fallback must \
            be a model of another family of this document, found `lite-2` | did you mean `lite-9`?
            """
        ),
        Spoiled(
            "models.json5",
            #""levelMinimal""#,
            #""minimal""#,
            """
            models.json5:5:27 error [policy.value] families.lite-2.thinking: families.lite-2.thinking must \
            be one of budgetZero, levelMinimal, levelLow, found `minimal`
            """
        ),
        Spoiled(
            "models.json5",
            "sampling: true, ",
            "",
            """
            models.json5:3:15 error [policy.missing] families.lite-1.sampling: families.lite-1.sampling is \
            missing
            """
        ),
        Spoiled(
            "models.json5",
            #"fallback: "lite-2""#,
            #"fallback: "lite-1-pro""#,
            """
            models.json5:4:50 error [policy.model] families.lite-1.fallback: families.lite-1.fallback must \
            be a model of another family of this document, found `lite-1-pro`
            """
        ),
        Spoiled(
            "models.json5",
            #"fallback: "lite-2""#,
            #"fallback: "lite-3""#,
            """
            models.json5:4:50 error [policy.model] families.lite-1.fallback: families.lite-1.fallback must \
            be a model of another family of this document, found `lite-3` | did you mean `lite-2`?
            """
        ),
        Spoiled(
            "models.json5",
            #"retires: "2026-12-01""#,
            #"retires: "soon""#,
            """
            models.json5:4:26 error [policy.value] families.lite-1.retires: families.lite-1.retires must \
            be a day such as "2026-12-31", found `soon`
            """
        ),
        Spoiled(
            "models.json5",
            #""lite-1": {"#,
            #""": {"#,
            """
            models.json5:3:9 error [policy.name] families.: a family needs a prefix: the empty one would \
            match every model
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            #"name: "wall""#,
            #"name: "wallpaper""#,
            """
            contracts/wall.json5:2:9 error [policy.name] name: name must be `wall`, the name of its file, \
            found `wallpaper`
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            "version: 1",
            "version: 0",
            """
            contracts/wall.json5:2:26 error [policy.range] version: version must be a whole number in \
            1...1000000, found 0
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            #"name: "second""#,
            #"name: "subject""#,
            """
            contracts/wall.json5:5:5 error [policy.duplicate] fields[1]: the field `subject` stands here \
            twice
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            #"name: "second""#,
            #"name: "second_category""#,
            """
            contracts/wall.json5:5:13 error [policy.name] fields[1].name: fields[1].name must be a name in \
            camelCase, found `second_category`
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            #"kind: "words""#,
            #"kind: "word""#,
            """
            contracts/wall.json5:6:27 error [policy.value] fields[2].kind: fields[2].kind must be one of \
            choice, words, choices, found `word` | did you mean `words`?
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            #"["nature", "abstract"]"#,
            #"["nature", "nature"]"#,
            """
            contracts/wall.json5:4:59 error [policy.duplicate] fields[0].values[1]: `nature` is listed \
            twice
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            #"["nature", "abstract"]"#,
            "[]",
            """
            contracts/wall.json5:4:48 error [policy.range] fields[0].values: fields[0].values must be a \
            list of 1...100 values, found an empty list
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            #"valuesOf: "subject""#,
            #"valuesOf: "subjekt""#,
            """
            contracts/wall.json5:5:49 error [policy.reference] fields[1].valuesOf: fields[1].valuesOf must \
            be an earlier field with values, found `subjekt` | did you mean `subject`?
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            #"pattern: "snakeCase""#,
            #"values: ["a"], pattern: "snakeCase""#,
            """
            contracts/wall.json5:6:44 error [policy.conflict] fields[2].values: a field of kind `words` \
            has no `values`
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            "count: [3, 6]",
            "count: [6, 3]",
            """
            contracts/wall.json5:6:65 error [policy.conflict] fields[2].count: fields[2].count must be the \
            least and the most, in order, and no more than there are values, found [6, 3]
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            "count: [0, 2]",
            "count: [0, 3]",
            """
            contracts/wall.json5:7:74 error [policy.conflict] fields[3].count: fields[3].count must be the \
            least and the most, in order, and no more than there are values, found [0, 3]
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            "count: [0, 2]",
            "count: 2",
            """
            contracts/wall.json5:7:74 error [policy.type] fields[3].count: fields[3].count must be a list, \
            found 2
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            #"system: "Label pictures.", "#,
            "",
            """
            contracts/wall.json5:9:18 error [policy.missing] prompts.en.system: prompts.en.system is \
            missing
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            #"system: "Label pictures.""#,
            #"system: " ""#,
            """
            contracts/wall.json5:9:28 error [policy.value] prompts.en.system: prompts.en.system must be \
            text that is not blank, found ` `
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            "en: {",
            "EN: {",
            """
            contracts/wall.json5:9:18 error [policy.name] prompts.EN: `EN` is no language code such as `en`
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            #"prompts: { en: { system: "Label pictures.", user: "Label this one." } }"#,
            "prompts: {}",
            """
            contracts/wall.json5:9:12 error [policy.missing] prompts: prompts must be an object with at \
            least one language, found an empty object
            """
        ),
    ]
}
