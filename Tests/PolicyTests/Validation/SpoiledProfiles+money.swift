extension Spoiled {
    /// Mistakes in what a profile says about money, cloud and devices.
    static let budgets: [Spoiled] = [
        Spoiled(
            "android.json5",
            "auditShare: 0.05",
            #"auditShare: 0.05, secondModel: "lite-2""#,
            """
            android.json5:10:96 error [policy.conflict] falseRejects.secondModel: falseRejects.secondModel must be \
            another model than cloud.model, found `lite-2` | a model that judges itself says the same again
            """
        ),
        Spoiled(
            "android.json5",
            "auditShare: 0.05",
            #"auditShare: 0.05, secondModel: "lite2""#,
            """
            android.json5:10:96 error [policy.model] falseRejects.secondModel: falseRejects.secondModel must be a \
            model of a family in models.json5, found `lite2` | did you mean `lite-2`? = models in prices.json5: \
            lite-1, lite-2
            """
        ),
        Spoiled(
            "android.json5",
            "impressionsPerUpload: 1.6",
            "impressionsPerUpload: 1.60000001",
            """
            android.json5:11:54 error [policy.range] revenue.impressionsPerUpload: \
            revenue.impressionsPerUpload must be a number with at most six decimals, found 1.60000001
            """
        ),
        Spoiled(
            "android.json5",
            #""60.00 USD""#,
            "60",
            """
            android.json5:12:22 error [policy.type] budget.monthly: budget.monthly must be money, found 60 \
            | write the amount with its currency: "60 USD"
            """
        ),
        Spoiled(
            "android.json5",
            #""60.00 USD""#,
            #""-60.00 USD""#,
            """
            android.json5:12:22 error [policy.range] budget.monthly: budget.monthly must be 0.00 USD to \
            1000000.00 USD, found `-60.00 USD`
            """
        ),
        Spoiled(
            "android.json5",
            #""60.00 USD""#,
            #""60.0000000001 USD""#,
            """
            android.json5:12:22 error [policy.value] budget.monthly: budget.monthly must be money such as \
            "60.00 USD", found `60.0000000001 USD` | at most nine decimals
            """
        ),
        Spoiled(
            "android.json5",
            #""60.00 USD""#,
            #""99999999999 USD""#,
            """
            android.json5:12:22 error [policy.value] budget.monthly: budget.monthly must be money such as \
            "60.00 USD", found `99999999999 USD` | at most 9.2 billion USD
            """
        ),
        Spoiled(
            "android.json5",
            #""2.40 USD""#,
            #""60.01 USD""#,
            """
            android.json5:12:42 error [policy.conflict] budget.daily: budget.daily must be at most \
            budget.monthly, 60.00 USD, found `60.01 USD`
            """
        ),
        Spoiled(
            "android.json5",
            "maxShareOfRevenue: 0.20",
            "maxShareOfRevenue: 20",
            """
            android.json5:12:73 error [policy.range] budget.maxShareOfRevenue: budget.maxShareOfRevenue \
            must be 0...1, found 20 | a share, not a percentage: 0.2
            """
        ),
        Spoiled(
            "android.json5",
            #""Asia/Tokyo""#,
            #""Asia/Tokio""#,
            """
            android.json5:12:89 error [policy.zone] budget.timeZone: budget.timeZone must be a time zone \
            this machine knows, such as "Asia/Tokyo", found `Asia/Tokio` | did you mean `Asia/Tokyo`?
            """
        ),
        Spoiled(
            "android.json5",
            #""Asia/Tokyo""#,
            #""JST""#,
            """
            android.json5:12:89 error [policy.zone] budget.timeZone: budget.timeZone must be a time zone \
            this machine knows, such as "Asia/Tokyo", found `JST`
            """
        ),
        Spoiled(
            "android.json5",
            #"onCap: "localLabel""#,
            #"onCap: "locallabel""#,
            """
            android.json5:12:110 error [policy.value] budget.onCap: budget.onCap must be one of \
            localLabel, defer, found `locallabel` | did you mean `localLabel`?
            """
        ),
        Spoiled(
            "android.json5",
            #"model: "lite-2""#,
            #"model: "lite-3""#,
            """
            android.json5:13:19 error [policy.model] cloud.model: cloud.model must be a model of a family \
            in models.json5, found `lite-3` | did you mean `lite-1`? = models in prices.json5: lite-1, lite-2
            """
        ),
        Spoiled(
            "android.json5",
            #"model: "lite-2""#,
            #"model: "lite-2-pro""#,
            """
            android.json5:13:19 error [policy.price] cloud.model: prices.json5 has no standard price for \
            `lite-2-pro` now
            """
        ),
        Spoiled(
            "android.json5",
            #"model: "lite-2""#,
            #"model: """#,
            """
            android.json5:13:19 error [policy.value] cloud.model: cloud.model must be text that is not \
            blank, found ``
            """
        ),
        Spoiled(
            "android.json5",
            #"mediaResolution: "low""#,
            #"mediaResolution: "high""#,
            """
            android.json5:13:46 error [policy.conflict] cloud.mediaResolution: `lite-2` does not take \
            media resolution `high` = media resolutions of lite-2: low, default
            """
        ),
        Spoiled(
            "android.json5",
            "maxOutputTokens: 512",
            "maxOutputTokens: 512.5",
            """
            android.json5:13:70 error [policy.type] cloud.maxOutputTokens: cloud.maxOutputTokens must be a \
            whole number in 64...8192, found 512.5
            """
        ),
        Spoiled(
            "android.json5",
            "maxOutputTokens: 512",
            "maxOutputTokens: 10",
            """
            android.json5:13:70 error [policy.range] cloud.maxOutputTokens: cloud.maxOutputTokens must be \
            a whole number in 64...8192, found 10
            """
        ),
        Spoiled(
            "android.json5",
            #"deadline: "8s""#,
            #"deadline: "8 s""#,
            """
            android.json5:13:85 error [policy.value] cloud.deadline: cloud.deadline must be a duration \
            such as "800ms", "8s", "5m" or "48h", found `8 s`
            """
        ),
        Spoiled(
            "android.json5",
            #"tier: "standard""#,
            #"tier: "flex""#,
            """
            android.json5:13:19 error [policy.price] cloud.model: prices.json5 has no flex price for \
            `lite-2` now = tiers of lite-2: standard
            """
        ),
        Spoiled(
            "android.json5",
            #"tier: "standard""#,
            #"tier: "bulk""#,
            """
            android.json5:13:97 error [policy.value] cloud.tier: cloud.tier must be one of standard, flex, \
            priority, batch, found `bulk`
            """
        ),
        Spoiled(
            "android.json5",
            #"tier: "standard""#,
            #"tier: "batch""#,
            """
            android.json5:13:19 error [policy.price] cloud.model: prices.json5 has no batch price for \
            `lite-2` now = tiers of lite-2: standard
            """
        ),
        Spoiled(
            "android.json5",
            "maxSide: 512",
            "maxSide: 2048",
            """
            android.json5:14:30 error [policy.range] cloud.image.maxSide: cloud.image.maxSide must be a \
            whole number in 224...1024, found 2048
            """
        ),
        Spoiled(
            "android.json5",
            "quality: 0.78",
            "quality: 78",
            """
            android.json5:14:44 error [policy.range] cloud.image.quality: cloud.image.quality must be \
            0.3...1, found 78 | a share, not a percentage
            """
        ),
        Spoiled(
            "android.json5",
            #"contract: "wall""#,
            #"contract: "walls""#,
            """
            android.json5:14:62 error [policy.reference] cloud.contract: cloud.contract must be the name \
            of a document in contracts/, found `walls` | did you mean `wall`? = contracts: wall
            """
        ),
        Spoiled(
            "android.json5",
            #"language: "en""#,
            #"language: "ja""#,
            """
            android.json5:14:80 error [policy.reference] cloud.language: the contract `wall` has no prompt \
            in `ja` = languages of wall: en
            """
        ),
        Spoiled(
            "android.json5",
            #"language: "en""#,
            #"language: "en", hint: true"#,
            """
            android.json5:14:92 error [policy.reference] cloud.hint: the contract `wall` has no hints in `en` = \
            write them as `hints` beside `system` and `user`, or leave `hint` out
            """
        ),
        Spoiled(
            "android.json5",
            "safety: { hateSpeech:",
            "safety: { religion:",
            """
            android.json5:14:96 error [policy.unknown-key] cloud.safety.religion: unknown key `religion` = \
            keys of cloud.safety: dangerousContent, harassment, hateSpeech, sexuallyExplicit
            """
        ),
        Spoiled(
            "android.json5",
            #""blockOnlyHigh""#,
            #""BLOCK_ONLY_HIGH""#,
            """
            android.json5:14:108 error [policy.value] cloud.safety.hateSpeech: cloud.safety.hateSpeech \
            must be one of off, blockNone, blockOnlyHigh, blockMediumAndAbove, blockLowAndAbove, found \
            `BLOCK_ONLY_HIGH` | did you mean `blockOnlyHigh`?
            """
        ),
        Spoiled(
            "android.json5",
            #"pauseAtThermal: "serious""#,
            #"pauseAtThermal: "nominal""#,
            """
            android.json5:15:31 error [policy.value] governor.pauseAtThermal: governor.pauseAtThermal must \
            be one of fair, serious, critical, found `nominal`
            """
        ),
        Spoiled(
            "android.json5",
            #"pause: "5s""#,
            #"pause: "5ms""#,
            """
            android.json5:15:49 error [policy.range] governor.pause: governor.pause must be 1s...10m, \
            found `5ms`
            """
        ),
        Spoiled(
            "android.json5",
            "resumeBattery: 0.25",
            "resumeBattery: 0.15",
            """
            android.json5:15:88 error [policy.conflict] governor.resumeBattery: governor.resumeBattery \
            must be at least governor.minBattery, 0.2, found 0.15
            """
        ),
        Spoiled(
            "android.json5",
            #"["charging", "wifi"]"#,
            #"["charging", "charging"]"#,
            """
            android.json5:16:45 error [policy.duplicate] governor.backgroundNeeds[1]: `charging` is listed \
            twice
            """
        ),
        Spoiled(
            "android.json5",
            #"["charging", "wifi"]"#,
            #"["charging", "wlan"]"#,
            """
            android.json5:16:45 error [policy.value] governor.backgroundNeeds[1]: \
            governor.backgroundNeeds[1] must be one of charging, wifi, found `wlan`
            """
        ),
        Spoiled(
            "android.json5",
            #"["charging", "wifi"]"#,
            #""charging""#,
            """
            android.json5:16:32 error [policy.type] governor.backgroundNeeds: governor.backgroundNeeds \
            must be a list, found `charging`
            """
        ),
        Spoiled(
            "android.json5",
            #""22:00-06:00""#,
            #""22:00-24:00""#,
            """
            android.json5:16:67 error [policy.value] governor.nightWindow: governor.nightWindow must be a \
            window such as "22:00-06:00", found `22:00-24:00`
            """
        ),
        Spoiled(
            "android.json5",
            #""22:00-06:00""#,
            #""06:00-06:00""#,
            """
            android.json5:16:67 error [policy.range] governor.nightWindow: governor.nightWindow must be a \
            window that is neither empty nor the whole day, found `06:00-06:00` | leave the key out for no \
            window
            """
        ),
        Spoiled(
            "android.json5",
            "near: false",
            "near: null",
            """
            android.json5:17:18 error [policy.type] cache.near: cache.near must be true or false, found \
            null
            """
        ),
        Spoiled(
            "android.json5",
            "gate: {",
            "gate: [], gates: {",
            "android.json5:3:9 error [policy.type] gate: gate must be an object, found an empty list",
            """
            android.json5:3:13 error [policy.unknown-key] gates: unknown key `gates` | did you mean \
            `gate`? = keys of the document: budget, cache, cloud, deferral, devices, door, falseRejects, gate, governor, \
            keepThumbnails, limits, name, phase, revenue, scoreSpace, scoreSpaces, target
            """
        ),
        Spoiled(
            "android.json5",
            "cache: { near: false },",
            "cache: { near: false }, cache: {},",
            """
            android.json5:17:27 error [json.duplicate-key] cache: the key `cache` is given twice = first \
            given at 17:3
            """
        ),
        Spoiled(
            "android.json5",
            "cache: { near: false },",
            "cache { near: false },",
            """
            android.json5:17:9 error [json.syntax] cache: expected `:` after the key `cache`, found `{`
            """
        ),
    ]
}
