extension Spoiled {
    /// Mistakes in what a profile says about itself, its gate, target and revenue.
    static let gates: [Spoiled] = [
        Spoiled(
            "android.json5",
            "sharpness: {",
            "sharpnes: {",
            """
            android.json5:4:5 error [policy.unknown-key] gate.sharpnes: unknown key `sharpnes` | did you \
            mean `sharpness`? = keys of gate: abstractBypass, background, deadline, enabled, onDeadline, \
            onOverload, ownWatermark, saliencyArea, sharpness
            """
        ),
        Spoiled(
            "android.json5",
            "keepThumbnails: false",
            "pictures: false",
            """
            android.json5:17:27 error [policy.unknown-key] pictures: unknown key `pictures` = keys of the \
            document: budget, cache, cloud, deferral, devices, door, falseRejects, gate, governor, keepThumbnails, limits, name, phase, \
            revenue, scoreSpace, scoreSpaces, target
            """
        ),
        Spoiled(
            "android.json5",
            #"name: "android""#,
            #"name: "ios""#,
            """
            android.json5:2:9 error [policy.name] name: name must be `android`, the name of its file, \
            found `ios`
            """
        ),
        Spoiled(
            "android.json5",
            #"name: "android""#,
            #"name: "An Droid""#,
            """
            android.json5:2:9 error [policy.name] name: name must be 1 to 32 of a-z, 0-9 and -, starting \
            with a letter, found `An Droid`
            """
        ),
        Spoiled(
            "android.json5",
            #"name: "android", "#,
            "",
            "android.json5:1:1 error [policy.missing] name: name is missing"
        ),
        Spoiled(
            "android.json5",
            #""torii/1""#,
            #""torii""#,
            """
            android.json5:2:32 error [policy.value] scoreSpace: scoreSpace must be a scorer and its \
            version such as "torii/1" or "apple-vision/18", found `torii`
            """
        ),
        Spoiled(
            "android.json5",
            #"phase: "enforce""#,
            #"phase: "enforced""#,
            """
            android.json5:2:50 error [policy.value] phase: phase must be one of measure, enforce, found \
            `enforced` | did you mean `enforce`?
            """
        ),
        Spoiled(
            "android.json5",
            #"phase: "enforce""#,
            "phase: true",
            """
            android.json5:2:50 error [policy.type] phase: phase must be one of measure, enforce, found true
            """
        ),
        Spoiled(
            "android.json5",
            "min: 0.18",
            "min: 18",
            """
            android.json5:4:23 error [policy.range] gate.sharpness.min: gate.sharpness.min must be 0...1, \
            found 18
            """
        ),
        Spoiled(
            "android.json5",
            "min: 0.18",
            #"min: "0.18""#,
            """
            android.json5:4:23 error [policy.type] gate.sharpness.min: gate.sharpness.min must be a number \
            in 0...1, found `0.18` | without quotes
            """
        ),
        Spoiled(
            "android.json5",
            "min: 0.18, ",
            "",
            """
            android.json5:4:16 error [policy.missing] gate.sharpness.min: gate.sharpness.min is missing
            """
        ),
        Spoiled(
            "android.json5",
            "floor: 0.05",
            "floor: 0.2",
            """
            android.json5:4:36 error [policy.conflict] gate.sharpness.floor: gate.sharpness.floor must be \
            at most gate.sharpness.min, 0.18, found 0.2
            """
        ),
        Spoiled(
            "android.json5",
            "ceiling: 0.15",
            "ceiling: 0.05",
            """
            android.json5:5:54 error [policy.conflict] gate.saliencyArea.ceiling: \
            gate.saliencyArea.ceiling must be at least gate.saliencyArea.min, 0.06, found 0.05
            """
        ),
        Spoiled(
            "android.json5",
            "abstractBypass: true",
            #"abstractBypass: "true""#,
            """
            android.json5:6:21 error [policy.type] gate.abstractBypass: gate.abstractBypass must be true \
            or false, found `true` | without quotes
            """
        ),
        Spoiled(
            "android.json5",
            "ownWatermark: true",
            "ownWatermark: 1",
            """
            android.json5:6:41 error [policy.type] gate.ownWatermark: gate.ownWatermark must be true or \
            false, found 1
            """
        ),
        Spoiled(
            "android.json5",
            ##""#ffffff""##,
            #""white""#,
            """
            android.json5:6:59 error [policy.value] gate.background: gate.background must be a colour such \
            as "#ffffff", found `white`
            """
        ),
        Spoiled(
            "android.json5",
            ##""#ffffff""##,
            "0xffffff",
            """
            android.json5:6:59 error [policy.type] gate.background: gate.background must be a colour such \
            as "#ffffff", found 0xffffff
            """
        ),
        Spoiled(
            "android.json5",
            #""800ms""#,
            "800",
            """
            android.json5:7:15 error [policy.type] gate.deadline: gate.deadline must be a duration, found \
            800 | write it with its unit: "800ms" or "800s"
            """
        ),
        Spoiled(
            "android.json5",
            #""800ms""#,
            #""800""#,
            """
            android.json5:7:15 error [policy.value] gate.deadline: gate.deadline must be a duration such \
            as "800ms", "8s", "5m" or "48h", found `800`
            """
        ),
        Spoiled(
            "android.json5",
            #""800ms""#,
            #""10ms""#,
            """
            android.json5:7:15 error [policy.range] gate.deadline: gate.deadline must be 50ms...30s, found \
            `10ms`
            """
        ),
        Spoiled(
            "android.json5",
            #""800ms""#,
            #""9s""#,
            """
            android.json5:7:15 error [policy.conflict] gate.deadline: gate.deadline must be shorter than \
            cloud.deadline, 8s, found 9s
            """
        ),
        Spoiled(
            "android.json5",
            #"onDeadline: "send""#,
            #"onDeadline: "reject""#,
            """
            android.json5:7:36 error [policy.value] gate.onDeadline: gate.onDeadline must be `send`, found \
            `reject`
            """
        ),
        Spoiled(
            "android.json5",
            "sendRate: 0.41",
            "sendRate: 1.4",
            """
            android.json5:9:23 error [policy.range] target.sendRate: target.sendRate must be 0...1, found \
            1.4
            """
        ),
        Spoiled(
            "android.json5",
            "sendRate: 0.41",
            "sendRate: 41",
            """
            android.json5:9:23 error [policy.range] target.sendRate: target.sendRate must be 0...1, found \
            41 | a share, not a percentage: 0.41
            """
        ),
        Spoiled(
            "android.json5",
            "sendRate: 0.41",
            #"sendRate: "41%""#,
            """
            android.json5:9:23 error [policy.type] target.sendRate: target.sendRate must be a number in \
            0...1, found `41%` | a share, not a percentage: 0.41
            """
        ),
        Spoiled(
            "android.json5",
            "sendRate: 0.41, ",
            "",
            "android.json5:9:11 error [policy.missing] target.sendRate: target.sendRate is missing"
        ),
        Spoiled(
            "android.json5",
            #"mode: "off""#,
            #"mode: "automatic""#,
            """
            android.json5:9:35 error [policy.value] target.mode: target.mode must be one of off, plan, \
            auto, found `automatic`
            """
        ),
        Spoiled(
            "android.json5",
            "goal: 0.0001",
            "goal: 0.001",
            """
            android.json5:10:39 error [policy.conflict] falseRejects.goal: falseRejects.goal must be at \
            most falseRejects.max, 0.00018, found 0.001
            """
        ),
        Spoiled(
            "android.json5",
            "confidence: 0.95",
            "confidence: 95",
            """
            android.json5:10:59 error [policy.range] falseRejects.confidence: falseRejects.confidence must \
            be 0.5...0.9999, found 95 | a share, not a percentage: 0.95
            """
        ),
        Spoiled(
            "android.json5",
            "auditShare: 0.05",
            "auditShare: -0.05",
            """
            android.json5:10:77 error [policy.range] falseRejects.auditShare: falseRejects.auditShare must \
            be 0...1, found -0.05
            """
        ),
        Spoiled(
            "android.json5",
            #""2.52 USD""#,
            "2.52",
            """
            android.json5:11:20 error [policy.type] revenue.ecpm: revenue.ecpm must be money, found 2.52 | \
            write the amount with its currency: "2.52 USD"
            """
        ),
        Spoiled(
            "android.json5",
            #""2.52 USD""#,
            #""2.52""#,
            """
            android.json5:11:20 error [policy.value] revenue.ecpm: revenue.ecpm must be money such as \
            "60.00 USD", found `2.52` | write the amount with its currency: "2.52 USD"
            """
        ),
        Spoiled(
            "android.json5",
            #""2.52 USD""#,
            #""$2.52""#,
            """
            android.json5:11:20 error [policy.value] revenue.ecpm: revenue.ecpm must be money such as \
            "60.00 USD", found `$2.52` | write USD behind the amount instead of $
            """
        ),
        Spoiled(
            "android.json5",
            #""2.52 USD""#,
            #""2,52 USD""#,
            """
            android.json5:11:20 error [policy.value] revenue.ecpm: revenue.ecpm must be money such as \
            "60.00 USD", found `2,52 USD` | decimals are set off with a point, thousands not at all
            """
        ),
        Spoiled(
            "android.json5",
            #""2.52 USD""#,
            #""2.52 JPY""#,
            """
            android.json5:11:20 error [policy.value] revenue.ecpm: revenue.ecpm must be money such as \
            "60.00 USD", found `2.52 JPY` | only USD is known
            """
        ),
        Spoiled(
            "android.json5",
            #""2.52 USD""#,
            #""2520 USD""#,
            """
            android.json5:11:20 error [policy.range] revenue.ecpm: revenue.ecpm must be 0.00 USD to \
            1000.00 USD, found `2520 USD` | eCPM is for a thousand impressions, in USD
            """
        ),
    ]
}
