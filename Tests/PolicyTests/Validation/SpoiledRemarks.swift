extension Spoiled {
    /// Settings that are valid and still earn a remark.
    static let remarks: [Spoiled] = [
        Spoiled(
            "android.json5",
            #""torii/1""#,
            #""torii/2""#,
            """
            android.json5:2:32 warning [policy.scorer] scoreSpace: this version measures `torii/1`: thresholds of \
            `torii/2` judge none of its scores | measure in phase "measure", then set thresholds from \
            `torii policy project`
            """
        ),
        Spoiled(
            "android.json5",
            "auditShare: 0.05",
            "auditShare: 0",
            """
            android.json5:10:77 warning [policy.no-audit] falseRejects.auditShare: falseRejects.auditShare \
            is 0: no reject is ever checked, false rejects stay unknown
            """
        ),
        Spoiled(
            "android.json5",
            #"model: "lite-2""#,
            #"model: "lite-2", cheaperModel: "lite-1""#,
            """
            android.json5:13:43 warning [policy.retiring] cloud.cheaperModel: `lite-1` stops on 2026-12-01: calls \
            then go to `lite-2` | write "lite-2" before
            """
        ),
        Spoiled(
            "android.json5",
            #"onCap: "localLabel""#,
            #"onPaceBlocked: "cheaperModel""#,
            """
            android.json5:12:118 warning [policy.conflict] budget.onPaceBlocked: budget.onPaceBlocked `cheaperModel` \
            does nothing without cloud.cheaperModel, the model to ask then
            """
        ),
        Spoiled(
            "android.json5",
            #"onCap: "localLabel""#,
            #"onPaceBlocked: "defer""#,
            """
            android.json5:12:118 warning [policy.price] budget.onPaceBlocked: prices.json5 has no batch price for \
            `lite-2`: what is to wait stays local
            """
        ),
        Spoiled(
            "android.json5",
            "auditShare: 0.05",
            #"auditShare: 0.05, secondModel: "lite-1""#,
            """
            android.json5:10:96 warning [policy.retiring] falseRejects.secondModel: `lite-1` stops on 2026-12-01: \
            audits then wait for people
            """
        ),
        Spoiled(
            "android.json5",
            "near: false",
            "near: true, nearRecheck: 0",
            """
            android.json5:17:37 warning [policy.no-recheck] cache.nearRecheck: cache.nearRecheck is 0: no near \
            duplicate's answer is ever checked, wrong ones stay unknown
            """
        ),
        Spoiled(
            "android.json5",
            #"monthly: "60.00 USD", daily: "2.40 USD", "#,
            "",
            """
            android.json5:12:11 warning [policy.no-cap] budget: budget has no cap: neither monthly, weekly \
            nor daily
            """
        ),
        Spoiled(
            "android.json5",
            #"model: "lite-2""#,
            #"model: "lite-1""#,
            """
            android.json5:13:19 warning [policy.retiring] cloud.model: `lite-1` stops on 2026-12-01: calls \
            then go to `lite-2` | write "lite-2" before
            """
        ),
        Spoiled(
            "contracts/wall.json5",
            #""Label pictures.""#,
            #""Answer subject and tags.""#,
            """
            contracts/wall.json5:9:28 warning [policy.prompt] prompts.en.system: prompts.en.system repeats \
            the schema's `subject`; the schema is sent and paid for anyway
            """
        ),
    ]
}
